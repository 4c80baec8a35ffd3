package dev.carabiner.audit.verify;

import java.util.concurrent.TimeUnit;

/** How far a long run is; a short one says nothing. */
public final class Progress {

    /** Whether the tests may take their time. */
    public static final boolean LONG =
            System.getProperty("carabiner.test.rounds", "short").equals("long");

    private final String what;
    private final long total;
    private final long start = System.nanoTime();
    private long done;

    public Progress(String what, long total) {
        this.what = what;
        this.total = total;
    }

    public void step() {
        if (++done % Math.max(1, total / 20) == 0) {
            say(done + " of " + total + " " + what);
        }
    }

    public void end(String result) {
        say(done + " " + what + ": " + result);
    }

    private void say(String text) {
        if (LONG) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            System.out.println(text + ", " + seconds + " s");
        }
    }
}
