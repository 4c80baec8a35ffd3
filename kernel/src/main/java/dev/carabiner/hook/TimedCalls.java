package dev.carabiner.hook;

import dev.carabiner.display.StandardStreams;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One handler's calls on other threads, so that they can be abandoned. These are platform threads on purpose: an
 * abandoned handler may be in a loop that never ends, and one such per core would stop every virtual thread there is.
 * A handler with too many calls stuck gets no further thread until some have returned.
 */
final class TimedCalls {

    private static final int MOST_STUCK = 16;

    private static final ExecutorService THREADS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("carabiner-hook-", 1).factory());

    private final AtomicInteger stuck = new AtomicInteger();

    @Nullable
    HookResult run(
            HookHandler handler, String event, EventData data, Duration timeout, StandardStreams.@Nullable Catch output)
            throws Exception {
        if (stuck.get() >= MOST_STUCK) {
            throw new HookTimeoutException(stuck.get());
        }
        int depth = EmitDepth.current();
        AtomicInteger abandonedOrEnded = new AtomicInteger(); // the second of the two knows that it is the second
        FutureTask<@Nullable HookResult> call = new FutureTask<>(() -> {
            StandardStreams.Slot slot = StandardStreams.slot();
            StandardStreams.Catch before = slot.redirect(output);
            EmitDepth.continueAt(depth);
            try {
                return handler.handle(event, data);
            } finally {
                EmitDepth.continueAt(0);
                slot.redirect(before);
                if (abandonedOrEnded.incrementAndGet() == 2) {
                    stuck.decrementAndGet();
                }
            }
        });
        THREADS.execute(call);
        try {
            return call.get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            stuck.incrementAndGet();
            if (abandonedOrEnded.incrementAndGet() == 2) {
                stuck.decrementAndGet();
            }
            throw new HookTimeoutException(timeout);
        } catch (ExecutionException e) {
            throw unwrapped(e);
        } finally {
            call.cancel(true); // does nothing to a call that has ended
        }
    }

    private static Exception unwrapped(ExecutionException e) {
        return switch (e.getCause()) {
            case Error error -> throw error; // its kind is for the caller to see, as if it had come on this thread
            case InterruptedException own -> e; // the handler's thread, not the emitting one, was interrupted
            case Exception failure -> failure;
            case null, default -> e;
        };
    }
}
