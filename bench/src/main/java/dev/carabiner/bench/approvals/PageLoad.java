package dev.carabiner.bench.approvals;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.console.Console;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.session.SessionCoordinator;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Open pages that are told of everything, while an agent emits: what reaches them, when, and what it costs the agent. */
final class PageLoad {

    /** So many requests come or are decided each second. */
    static final int CHANGES_A_SECOND = 200;

    /** Longer than the console needs to look: a request that came and went between two looks is never shown. */
    private static final int OPEN = CHANGES_A_SECOND / 2;

    /**
     * What was seen.
     *
     * @param lost how often a page was not told of a request
     * @param early how late the pages were told, at the beginning, in milliseconds (p99)
     * @param late the same at the end: a backlog would grow
     * @param slowClosedWith the code that the page was closed with that did not read
     * @param emitRatio the processor time of an emit, with the pages open to without
     */
    record Figures(int pages, int changes, int lost, double early, double late, int slowClosedWith, double emitRatio) {}

    private final Path file;
    private final int pages;
    private final int seconds;

    PageLoad(Path file, int pages, int seconds) {
        this.file = file;
        this.pages = pages;
        this.seconds = seconds;
    }

    Figures run() throws Exception {
        try (ApprovalDatabase agents = ApprovalDatabase.sqlite(file);
                ApprovalDatabase served = ApprovalDatabase.sqlite(file);
                Console console = Console.over(served).start()) {
            changed(agents.store(), 3); // until the code is compiled
            Emits without = new Emits();
            changed(agents.store(), seconds);
            double bare = without.nanosEach();
            try (OpenPages open = new OpenPages(console, pages)) {
                Emits with = new Emits();
                Map<String, Long> made = changed(agents.store(), seconds);
                double told = with.nanosEach();
                Thread.sleep(2_000);
                WakeTimes early = new WakeTimes();
                WakeTimes late = new WakeTimes();
                int lost = compare(made, open, early, late);
                int code = slowClosedWith(open, agents.store());
                return new Figures(pages, made.size(), lost, early.millis(0.99), late.millis(0.99), code, told / bare);
            }
        }
    }

    private static int compare(Map<String, Long> made, OpenPages open, WakeTimes early, WakeTimes late) {
        int lost = 0;
        int number = 0;
        for (Map.Entry<String, Long> each : made.entrySet()) {
            number++;
            WakeTimes times = number <= made.size() / 3 ? early : number > made.size() * 2 / 3 ? late : null;
            for (OpenPages.Page page : open.pages()) {
                Long heard = page.heard().get(each.getKey());
                if (heard == null) {
                    lost++;
                } else if (times != null) {
                    times.add(heard - each.getValue());
                }
            }
        }
        return lost;
    }

    /** Makes and decides requests for that long; returns when each was made, in their order. */
    private static Map<String, Long> changed(ApprovalStore store, int seconds) {
        Map<String, Long> made = new LinkedHashMap<>();
        Deque<ApprovalRequest> open = new ArrayDeque<>();
        long start = System.nanoTime();
        int steps = seconds * CHANGES_A_SECOND;
        for (int i = 0; i < steps; i++) {
            LockSupport.parkNanos(start + i * (1_000_000_000L / CHANGES_A_SECOND) - System.nanoTime());
            if (i % 2 == 0) {
                ApprovalRequest request = Wakeups.request("ls");
                store.request(request);
                made.put(request.id(), System.nanoTime());
                open.addLast(request);
            } else if (open.size() > OPEN) {
                decide(store, open.removeFirst());
            }
        }
        open.forEach(request -> decide(store, request));
        return made;
    }

    private static void decide(ApprovalStore store, ApprovalRequest request) {
        store.decide(request.id(), request.digest(), "ann", "desk", "Allow once", true, "");
    }

    /** A page that reads nothing is told and closed; it hears of that when it reads on. */
    private int slowClosedWith(OpenPages open, ApprovalStore store) throws InterruptedException {
        open.closeOne();
        Thread.sleep(1_000);
        OpenPages.Page slow = open.openSlow(1);
        long end = System.nanoTime() + 180_000_000_000L;
        while (slow.closedWith() == 0 && System.nanoTime() - end < 0) {
            changed(store, 10);
            slow.readOn();
            Thread.sleep(2_000);
        }
        return slow.closedWith();
    }

    /** One agent's emits through a session, as often as its thread gets to. */
    private static final class Emits implements Runnable {

        private static final int BATCH = 100;
        private static final int WARM_UP = 1_000;
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        private final Thread thread;
        private volatile boolean ending;
        private volatile double nanosEach;

        Emits() {
            thread = Thread.ofPlatform().daemon().start(this);
        }

        @Override
        public void run() {
            HookRegistry hooks = new HookRegistry();
            for (int i = 0; i < 3; i++) {
                hooks.register("tool:post", (event, data) -> null);
            }
            SessionCoordinator session =
                    SessionCoordinator.builder().sessionId("s-1").hooks(hooks).build();
            Map<String, Object> data = Map.of("tool_name", "Bash", "tool_input", Map.of("command", "ls"));
            WakeTimes batches = new WakeTimes();
            for (long i = 0; !ending; i++) {
                long before = THREADS.getCurrentThreadCpuTime();
                for (int n = 0; n < BATCH; n++) {
                    session.emit("tool:post", data);
                }
                if (i >= WARM_UP) {
                    batches.add(THREADS.getCurrentThreadCpuTime() - before);
                }
                LockSupport.parkNanos(1_000_000); // others need the processor too
            }
            nanosEach = batches.millis(0.5) * 1e6 / BATCH;
        }

        double nanosEach() throws InterruptedException {
            ending = true;
            thread.join();
            return nanosEach;
        }
    }
}
