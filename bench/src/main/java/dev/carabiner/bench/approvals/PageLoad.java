package dev.carabiner.bench.approvals;

import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.console.Console;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Open pages that are told of each event of an agent in the same process: what reaches them, when, and what it costs it. */
final class PageLoad {

    /** So many events come each second, as many at once as the console looks for at a time. */
    static final int EVENTS_A_SECOND = 200;

    private static final int BATCH = 40;
    private static final long BATCH_NANOS = 1_000_000_000L * BATCH / EVENTS_A_SECOND;
    private static final int WARM_UP = 200;
    private static final int BURST = 40_000;

    /**
     * What was seen.
     *
     * @param lost how often a page was not told of an event
     * @param early how late the pages were told, at the beginning, in milliseconds (p99)
     * @param late the same at the end: a backlog would grow
     * @param slowClosedWith the code that the page was closed with that did not read
     * @param emitRatio the processor time of an emit, with the pages open to without
     */
    record Figures(int pages, int events, long lost, double early, double late, int slowClosedWith, double emitRatio) {}

    private final Path directory;
    private final int pages;
    private final int seconds;

    PageLoad(Path directory, int pages, int seconds) {
        this.directory = directory;
        this.pages = pages;
        this.seconds = seconds;
    }

    Figures run() throws Exception {
        try (ApprovalDatabase served = ApprovalDatabase.sqlite(directory.resolve("pages.db"));
                EmittingAgent agent = new EmittingAgent(directory.resolve("log"));
                Console console = Console.over(served).sessions(agent::sessions).start()) {
            for (int i = 0; i < WARM_UP; i++) {
                agent.batch(BATCH); // until the code is compiled
            }
            WakeTimes without = new WakeTimes();
            told(agent, without);
            try (OpenPages open = new OpenPages(console, pages, agent.emitted() + seconds * EVENTS_A_SECOND)) {
                int first = agent.emitted();
                WakeTimes with = new WakeTimes();
                long[] emitted = told(agent, with);
                Thread.sleep(2_000);
                WakeTimes early = new WakeTimes();
                WakeTimes late = new WakeTimes();
                long lost = compare(emitted, first, open, early, late);
                double ratio = with.millis(0.5) / without.millis(0.5);
                int code = slowClosedWith(open, agent);
                return new Figures(pages, emitted.length, lost, early.millis(0.99), late.millis(0.99), code, ratio);
            }
        }
    }

    /** Emits for that long; returns when each event was emitted, and adds the processor time of each batch. */
    private long[] told(EmittingAgent agent, WakeTimes batches) {
        long[] emitted = new long[seconds * EVENTS_A_SECOND];
        long start = System.nanoTime();
        for (int i = 0; i < emitted.length; i += BATCH) {
            LockSupport.parkNanos(start + i / BATCH * BATCH_NANOS - System.nanoTime());
            batches.add(agent.batch(BATCH));
            java.util.Arrays.fill(emitted, i, i + BATCH, System.nanoTime());
        }
        return emitted;
    }

    private static long compare(long[] emitted, int first, OpenPages open, WakeTimes early, WakeTimes late) {
        long lost = 0;
        for (int i = 0; i < emitted.length; i++) {
            WakeTimes times = i < emitted.length / 3 ? early : i >= emitted.length * 2 / 3 ? late : null;
            for (OpenPages.Page page : open.pages()) {
                long heard = page.heard(first + i);
                if (heard == 0) {
                    lost++;
                } else if (times != null) {
                    times.add(Math.max(0, heard - emitted[i]));
                }
            }
        }
        return lost;
    }

    /** A page that reads nothing is told and closed; it hears of that when it reads on. */
    private static int slowClosedWith(OpenPages open, EmittingAgent agent) throws InterruptedException {
        open.closeAll();
        Thread.sleep(1_000);
        OpenPages.Page slow = open.openSlow();
        Thread.sleep(500);
        agent.batch(BURST);
        long end = System.nanoTime() + 30_000_000_000L;
        Thread.sleep(3_000);
        slow.readOn();
        while (slow.closedWith() == 0 && System.nanoTime() - end < 0) {
            Thread.sleep(50);
        }
        return slow.closedWith();
    }
}
