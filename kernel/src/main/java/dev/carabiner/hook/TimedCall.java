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
import org.jspecify.annotations.Nullable;

/**
 * A handler's call on another thread, so that it can be abandoned. These are platform threads on purpose: an abandoned
 * handler may be in a loop that never ends, and one such per core would stop every virtual thread there is.
 */
final class TimedCall {

    private static final ExecutorService THREADS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("carabiner-hook-", 1).factory());

    private TimedCall() {}

    static @Nullable HookResult of(
            HookHandler handler, String event, EventData data, Duration timeout, StandardStreams.@Nullable Catch output)
            throws Exception {
        int depth = EmitDepth.current();
        FutureTask<@Nullable HookResult> call = new FutureTask<>(() -> {
            StandardStreams.Slot slot = StandardStreams.slot();
            StandardStreams.Catch before = slot.redirect(output);
            EmitDepth.continueAt(depth);
            try {
                return handler.handle(event, data);
            } finally {
                EmitDepth.continueAt(0);
                slot.redirect(before);
            }
        });
        THREADS.execute(call);
        try {
            return call.get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new HookTimeoutException(timeout);
        } catch (ExecutionException e) {
            throw unwrapped(e);
        } finally {
            call.cancel(true); // does nothing to a call that has ended
        }
    }

    private static Exception unwrapped(ExecutionException e) {
        return switch (e.getCause()) {
            case Error error -> throw error;
            case InterruptedException own -> e; // the handler's thread, not the emitting one, was interrupted
            case Exception failure -> failure;
            case null, default -> e;
        };
    }
}
