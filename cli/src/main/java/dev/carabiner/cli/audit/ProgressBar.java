package dev.carabiner.cli.audit;

import java.io.PrintStream;
import java.util.function.LongConsumer;

/** How far a long command is, on a terminal. Short ones never show it. */
final class ProgressBar implements LongConsumer, AutoCloseable {

    private static final long WORTH_SHOWING = 50L * 1024 * 1024;
    private static final int WIDTH = 40;

    private final PrintStream terminal;
    private final long total;
    private final boolean shown;
    private long shownPercent = -1;

    ProgressBar(PrintStream terminal, boolean watched, long total) {
        this.terminal = terminal;
        this.total = total;
        this.shown = total >= WORTH_SHOWING && watched;
    }

    @Override
    public void accept(long done) {
        long percent = total == 0 ? 100 : Math.min(100, done * 100 / total);
        if (shown && percent != shownPercent) {
            shownPercent = percent;
            int filled = (int) (percent * WIDTH / 100);
            terminal.print("\r[" + "#".repeat(filled) + " ".repeat(WIDTH - filled) + "] " + percent + " %");
            terminal.flush();
        }
    }

    @Override
    public void close() {
        if (shown) {
            terminal.print("\r" + " ".repeat(WIDTH + 8) + "\r");
            terminal.flush();
        }
    }
}
