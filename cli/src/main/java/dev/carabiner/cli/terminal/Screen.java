package dev.carabiner.cli.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the course of a session is written, by however many threads, one piece at a time. On a terminal its last line
 * says what is being waited for; while a question is open, everything else waits behind it.
 */
public final class Screen implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(100);
    private static final Duration CLEANING_UP = Duration.ofSeconds(3);
    private static final long QUIET_NANOS = Duration.ofMillis(400).toNanos();
    private static final String ERASE_LINE = "\r\u001B[K";
    private static final String[] TURNING = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    private static final String[] PLAIN_TURNING = {"|", "/", "-", "\\"};

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private final PrintWriter out;
    private final Styles styles;
    private final IntSupplier width;
    private final @Nullable Thread ticker;
    private final List<Runnable> waiting = new ArrayList<>();

    private boolean lineOpen;
    private boolean held;
    private @Nullable String work;
    private long workSince;
    private long lastOutput = System.nanoTime();
    private boolean workShown;

    private Screen(PrintWriter out, Styles styles, IntSupplier width, boolean live) {
        this.out = out;
        this.styles = styles;
        this.width = width;
        ticker = live ? Thread.ofPlatform().daemon().name("carabiner-screen").start(this::tick) : null;
    }

    /** For files and pipes: lines as they come, nothing that moves. A width of 0 cuts nothing. */
    public static Screen plain(PrintWriter out, Styles styles, int width) {
        return new Screen(out, styles, () -> width, false);
    }

    /** For a terminal. */
    public static Screen live(PrintWriter out, Styles styles, IntSupplier width) {
        return new Screen(out, styles, width, true);
    }

    /** Whether and how text is coloured here. */
    public Styles styles() {
        return styles;
    }

    /** The present width in columns; 0 means that lines may be of any length. */
    public int width() {
        return width.getAsInt();
    }

    /** One or several whole lines; those that are too long are broken between words. */
    public void line(String text) {
        write(() -> {
            closeLine();
            out.print(LineWrap.of(text, width()));
            out.print('\n');
        });
    }

    /** A piece of running text, wherever the last one ended. */
    public void piece(String text) {
        write(() -> {
            out.print(text);
            lineOpen = text.isEmpty() ? lineOpen : !text.endsWith("\n");
        });
    }

    /** Ends a line of running text, if there is one. */
    public void endLine() {
        write(this::closeLine);
    }

    /** From now on this is what is being waited for. */
    public void working(String on) {
        locked(() -> {
            work = on;
            workSince = System.nanoTime();
        });
    }

    /** Takes the line about the work in hand away. Any thread may call it. */
    public void idle() {
        locked(() -> {
            eraseWork();
            work = null;
        });
    }

    /** Leaves the terminal to a question: from now on what is written waits. */
    public void hold() {
        locked(() -> {
            eraseWork();
            closeLine();
            out.flush();
            held = true;
        });
    }

    /** The question is over; what was written meanwhile appears. */
    public void release() {
        locked(() -> {
            held = false;
            waiting.forEach(Runnable::run);
            waiting.clear();
            lastOutput = System.nanoTime();
            out.flush();
            released.signalAll();
        });
    }

    /** Waits, for some seconds at most, until a question that is over has left the terminal as it was. */
    public void awaitRelease() {
        locked(() -> {
            long left = CLEANING_UP.toNanos();
            try {
                while (held && left > 0) {
                    left = released.awaitNanos(left);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void close() {
        awaitRelease();
        idle();
        endLine();
        if (ticker != null) {
            ticker.interrupt();
        }
    }

    private void write(Runnable output) {
        locked(() -> {
            if (held) {
                waiting.add(output);
                return;
            }
            eraseWork();
            output.run();
            lastOutput = System.nanoTime();
            out.flush();
        });
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    private void closeLine() {
        if (lineOpen) {
            out.print('\n');
            lineOpen = false;
        }
    }

    private void eraseWork() {
        if (workShown) {
            out.print(ERASE_LINE);
            out.flush();
            workShown = false;
        }
    }

    private void tick() {
        try {
            for (int turn = 0; ; turn++) {
                Thread.sleep(TICK);
                int now = turn;
                locked(() -> drawWork(now));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    /** Only at the beginning of a line, and only if nothing else has moved for a while. */
    private void drawWork(int turn) {
        String on = work;
        if (held || lineOpen || on == null || System.nanoTime() - lastOutput < QUIET_NANOS) {
            return;
        }
        String[] signs = styles.unicode() ? TURNING : PLAIN_TURNING;
        long seconds = Duration.ofNanos(System.nanoTime() - workSince).toSeconds();
        String time = " (" + seconds + " s)";
        // A full line would wrap and could not be erased.
        int room = width() == 0 ? Integer.MAX_VALUE : Math.max(0, width() - 3 - time.length());
        String text = TextWidth.cut(on, room, styles.dots()) + time;
        out.print(ERASE_LINE + styles.cyan(signs[turn % signs.length]) + " " + styles.dim(text));
        out.flush();
        workShown = true;
    }
}
