package dev.carabiner.runtime.agent;

import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.runtime.store.SessionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A program that has many sessions open at once, each with its own directory, audit log and hooks, and has each take five
 * prompts. It prints one line of figures and ends with 0 if nothing failed and nothing is left.
 */
final class ManySessions {

    private static final int TURNS = 5;

    private ManySessions() {}

    public static void main(String[] args) throws Exception {
        int sessions = Integer.parseInt(args[0]);
        Path directory = Path.of(args[1]);
        run(1, directory.resolve("warm-up"));
        int threads = threads();
        int files = openFiles();

        long began = System.nanoTime();
        AtomicInteger heard = new AtomicInteger();
        int failed = run(sessions, directory.resolve("store"), heard);
        long millis = (System.nanoTime() - began) / 1_000_000;

        System.gc();
        int leakedThreads = settled(ManySessions::threads, threads);
        int leakedFiles = settled(ManySessions::openFiles, files);
        if (leakedThreads > 0) {
            Thread.getAllStackTraces().keySet().forEach(thread -> System.out.println("left: " + thread));
        }
        long children = ProcessHandle.current().descendants().count();
        System.out.printf(
                "sessions=%d failed=%d tools=%d millis=%d leaked_threads=%d leaked_files=%d children=%d heap_mb=%d%n",
                sessions,
                failed,
                heard.get(),
                millis,
                leakedThreads,
                leakedFiles,
                children,
                Runtime.getRuntime().totalMemory() >> 20);
        boolean clean = failed == 0 && leakedThreads <= 0 && leakedFiles <= 0 && children == 0;
        System.exit(clean && heard.get() == sessions * TURNS ? 0 : 1);
    }

    private static int run(int sessions, Path root) throws Exception {
        return run(sessions, root, new AtomicInteger());
    }

    private static int run(int sessions, Path root, AtomicInteger heard) throws Exception {
        SessionStore store = SessionStore.at(root);
        CountDownLatch allOpen = new CountDownLatch(sessions);
        AtomicInteger failed = new AtomicInteger();
        List<Future<?>> running = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < sessions; i++) {
                int number = i;
                running.add(threads.submit(() -> {
                    try {
                        one(number, root, store, allOpen, heard);
                    } catch (Throwable e) {
                        failed.incrementAndGet();
                        allOpen.countDown();
                        e.printStackTrace();
                    }
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
        return failed.get();
    }

    private static void one(int number, Path root, SessionStore store, CountDownLatch allOpen, AtomicInteger heard)
            throws Exception {
        Path work = Files.createDirectories(
                root.resolveSibling("work-" + root.getFileName()).resolve("w" + number));
        HookRegistry hooks = new HookRegistry();
        hooks.on("tool:pre", (event, data) -> {
            heard.incrementAndGet();
            return HookResult.proceed();
        });
        try (Session session = Session.builder()
                .bundle(Bundles.offline())
                .catalog(AgentCatalog.installed())
                .hooks(hooks)
                .store(store)
                .workingDirectory(work)
                .start()) {
            allOpen.countDown();
            allOpen.await(); // every session is open before the first prompt
            for (int turn = 1; turn <= TURNS; turn++) {
                TurnResult result = session.prompt("write note" + turn + ".txt: turn " + turn);
                if (result.status() != TurnStatus.SUCCESS || result.toolsRun() != 1) {
                    throw new IllegalStateException("turn " + turn + " of " + session.id() + ": " + result);
                }
            }
        }
        if (!Files.readString(work.resolve("note5.txt")).startsWith("turn 5")) {
            throw new IllegalStateException("the last note of session " + number + " is not there");
        }
    }

    /** Without the carriers of virtual threads: they are the platform's, and it lets them go in its own time. */
    private static int threads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("ForkJoinPool"))
                .count();
    }

    private static int openFiles() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return (int) open.count();
        } catch (IOException e) {
            return 0; // a system that does not tell
        }
    }

    private interface Count {
        int now();
    }

    /** How many more than before, after a moment for what is on its way out. */
    private static int settled(Count count, int before) throws InterruptedException {
        for (int i = 0; i < 50 && count.now() > before; i++) {
            Thread.sleep(100);
        }
        return count.now() - before;
    }
}
