package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jline.builtins.ScreenTerminal;

/** What a terminal makes of the bytes that are sent to it. */
public final class ShownScreen extends OutputStream {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final StringBuilder raw = new StringBuilder();
    private final ScreenTerminal screen;
    private final int columns;
    private final int rows;
    private byte[] waiting = {};

    public ShownScreen(int columns, int rows) {
        this.columns = columns;
        this.rows = rows;
        screen = new ScreenTerminal(columns, rows);
    }

    /** What stands on the screen, without what is blank at the end of lines and of the screen. */
    public String text() {
        lock.lock();
        try {
            long[] cells = new long[columns * rows];
            screen.dump(cells, new int[2]);
            StringBuilder text = new StringBuilder();
            for (int row = 0; row < rows; row++) {
                StringBuilder line = new StringBuilder();
                for (int column = 0; column < columns; column++) {
                    line.appendCodePoint((int) cells[row * columns + column]);
                }
                text.append(line.toString().stripTrailing()).append('\n');
            }
            return text.toString().stripTrailing();
        } finally {
            lock.unlock();
        }
    }

    /** Every character that was sent to the terminal. */
    public String raw() {
        lock.lock();
        try {
            return raw.toString();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the screen shows this. */
    public void await(String expected) throws InterruptedException {
        await(text -> text.contains(expected), expected);
    }

    public void await(Predicate<String> condition, String what) throws InterruptedException {
        long left = TimeUnit.SECONDS.toNanos(30);
        lock.lock();
        try {
            while (!condition.test(text())) {
                left = changed.awaitNanos(left);
                assertThat(left)
                        .as("%s, but the screen shows:%n%s", what, text())
                        .isPositive();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int from, int length) {
        lock.lock();
        try {
            byte[] all = new byte[waiting.length + length];
            System.arraycopy(waiting, 0, all, 0, waiting.length);
            System.arraycopy(source, from, all, waiting.length, length);
            int whole = wholeCharacters(all);
            String text = new String(all, 0, whole, StandardCharsets.UTF_8);
            waiting = Arrays.copyOfRange(all, whole, all.length);
            raw.append(text);
            screen.write(text);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static int wholeCharacters(byte[] bytes) {
        int start = bytes.length;
        while (start > 0 && bytes.length - start < 4 && (bytes[start - 1] & 0xC0) == 0x80) {
            start--;
        }
        if (start == 0) {
            return bytes.length;
        }
        int lead = bytes[start - 1] & 0xFF;
        int needed = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
        return bytes.length - start + 1 < needed ? start - 1 : bytes.length;
    }
}
