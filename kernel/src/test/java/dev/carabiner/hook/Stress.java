package dev.carabiner.hook;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Real threads that repeat something for a while. A failure of one stops them all and is thrown. */
final class Stress {

    private static final Duration WHILE =
            Duration.ofMillis("long".equals(System.getProperty("carabiner.test.rounds")) ? 60_000 : 1_000);
    private static final Duration STUCK = Duration.ofMinutes(1);

    interface Action {
        void run() throws Exception;
    }

    interface NumberedAction {
        void run(int thread) throws Exception;
    }

    record Group(int threads, Action action) {}

    private Stress() {}

    static Group of(int threads, Action action) {
        return new Group(threads, action);
    }

    static void run(Group... groups) throws Exception {
        AtomicBoolean failed = new AtomicBoolean();
        long end = System.nanoTime() + WHILE.toNanos();
        int threads = Arrays.stream(groups).mapToInt(Group::threads).sum();
        List<Action> actions = new ArrayList<>();
        for (Group group : groups) {
            for (int i = 0; i < group.threads; i++) {
                actions.add(() -> repeat(group.action, end, failed));
            }
        }
        runOnce(threads, thread -> actions.get(thread).run());
    }

    private static void repeat(Action action, long end, AtomicBoolean failed) throws Exception {
        try {
            while (System.nanoTime() < end && !failed.get()) {
                action.run();
            }
        } catch (Exception | Error e) {
            failed.set(true);
            throw e;
        }
    }

    /** Each thread once; throws what one of them throws, or says that they are stuck. */
    static void runOnce(int threads, NumberedAction action) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().daemon().factory());
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                running.add(pool.submit(() -> {
                    action.run(thread);
                    return null;
                }));
            }
            for (Future<?> future : running) {
                future.get(WHILE.plus(STUCK).toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("a thread is stuck", e);
        } finally {
            pool.shutdownNow();
        }
    }
}
