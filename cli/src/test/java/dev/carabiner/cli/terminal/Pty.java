package dev.carabiner.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** A pseudo-terminal of the operating system with a person in front of it: keys go in, a screen can be looked at. */
public final class Pty implements AutoCloseable {

    private final BlockingQueue<Integer> typed = new LinkedBlockingQueue<>();
    private final ShownScreen screen;
    private final Terminal terminal;

    public Pty(int columns, int rows) throws IOException {
        this(columns, rows, "xterm-256color");
    }

    public Pty(int columns, int rows, String type) throws IOException {
        screen = new ShownScreen(columns, rows);
        terminal = TerminalBuilder.builder()
                .system(false)
                .streams(new Keyboard(), screen)
                .type(type)
                .encoding(StandardCharsets.UTF_8)
                .graphemeCluster(false)
                .build();
        Size size = new Size();
        size.setColumns(columns);
        size.setRows(rows);
        terminal.setSize(size);
    }

    public Terminal terminal() {
        return terminal;
    }

    public void type(String keys) {
        for (byte b : keys.getBytes(StandardCharsets.UTF_8)) {
            typed.add(b & 0xFF);
        }
    }

    /** What stands on the screen. */
    public String text() {
        return screen.text();
    }

    /** Every character that was sent to the terminal. */
    public String raw() {
        return screen.raw();
    }

    /** Waits until the screen shows this. */
    public void await(String expected) throws InterruptedException {
        screen.await(expected);
    }

    public void await(Predicate<String> condition, String what) throws InterruptedException {
        screen.await(condition, what);
    }

    @Override
    public void close() throws IOException {
        typed.add(-1);
        terminal.close();
    }

    private final class Keyboard extends InputStream {

        @Override
        public int read() throws IOException {
            try {
                return typed.take();
            } catch (InterruptedException e) {
                return -1;
            }
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            int first = read();
            if (first < 0) {
                return -1;
            }
            target[from] = (byte) first;
            return 1;
        }
    }
}
