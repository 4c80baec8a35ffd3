package dev.carabiner.hook;

import dev.carabiner.display.StandardStreams;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One call of a handler on a thread of its own, so that it can be abandoned. These are platform threads on purpose: an
 * abandoned handler may be in a loop that never ends, and one such per core would stop every virtual thread there is.
 * A handler with too many calls that were abandoned and have not returned gets no further thread until some have.
 */
final class HandlerCall {

    private static final int MOST_STUCK = 16;

    private static final AtomicLong STARTED = new AtomicLong(); // the JDK's own numbering takes long to be set up

    private static final ExecutorService THREADS = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), HandlerCall::thread);

    private enum Phase {
        WAITING,
        RUNNING,
        ENDED,
        ABANDONED
    }

    private final RegisteredHook hook;
    private final String event;
    private final EventData data;
    private final long limit; // nanoseconds; the largest number for none
    private final @Nullable Duration timeout;
    private final StandardStreams.@Nullable Catch output;
    private final Scope.HandOver scope;
    private final AtomicInteger stuck;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
    private final FutureTask<@Nullable HookResult> task;
    private volatile long began = System.nanoTime(); // when it was made, until it begins
    private volatile long ended;
    private boolean refused; // written before the task runs, on the same thread

    /**
     * A call that has not begun.
     *
     * @param scope of the emitting thread
     * @param output where its output goes; null if that is not captured for this call
     * @param whenDone called when the answer is there or the call is abandoned, on the thread that brought it about
     */
    HandlerCall(
            RegisteredHook hook,
            String event,
            EventData data,
            @Nullable Duration timeout,
            Scope.HandOver scope,
            StandardStreams.@Nullable Catch output,
            Runnable whenDone) {
        this.hook = hook;
        this.event = event;
        this.data = data;
        this.timeout = timeout;
        this.limit = timeout == null ? Long.MAX_VALUE : TimeUnit.NANOSECONDS.convert(timeout);
        this.scope = scope;
        this.output = output;
        this.stuck = hook.stuckCalls();
        this.task = new FutureTask<>(this::run) {
            @Override
            protected void done() {
                whenDone.run();
            }
        };
    }

    private static Thread thread(Runnable task) {
        return Thread.ofPlatform()
                .daemon()
                .name("carabiner-hook-" + STARTED.incrementAndGet())
                .unstarted(task);
    }

    void start() {
        refused = stuck.get() >= MOST_STUCK;
        if (refused) {
            task.run(); // here, where it fails at once
        } else {
            THREADS.execute(task);
        }
    }

    private @Nullable HookResult run() throws Exception {
        if (refused) {
            throw new HookTimeoutException(stuck.get());
        }
        began = System.nanoTime();
        if (!phase.compareAndSet(Phase.WAITING, Phase.RUNNING)) {
            return null; // abandoned before it began
        }
        try {
            HookResult result = scope.call(this::handle);
            requireInTime();
            return result;
        } finally {
            ended = System.nanoTime();
            if (!phase.compareAndSet(Phase.RUNNING, Phase.ENDED)) {
                stuck.decrementAndGet();
            }
        }
    }

    private @Nullable HookResult handle() throws Exception {
        if (output != null) {
            StandardStreams.slot().redirect(output);
        }
        return hook.handle(event, data);
    }

    private void requireInTime() {
        if (timeout != null && System.nanoTime() - began > limit) {
            throw new HookTimeoutException(timeout);
        }
    }

    /** Interrupts the handler and stops to wait for it. Without effect on a call that is done. */
    void abandon() {
        if (phase.compareAndSet(Phase.RUNNING, Phase.ABANDONED)) {
            stuck.incrementAndGet();
        } else {
            phase.compareAndSet(Phase.WAITING, Phase.ABANDONED);
        }
        task.cancel(true);
    }

    boolean isDone() {
        return task.isDone();
    }

    /** What is left of the handler's time, which counts from its own start. */
    long nanosLeft() {
        return timeout == null || phase.get() == Phase.WAITING ? limit : limit - (System.nanoTime() - began);
    }

    /** Waits for the answer as long as the handler may take. Throws what the handler threw. */
    @Nullable
    HookResult await() throws Exception {
        long left = nanosLeft();
        while (left > 0) {
            try {
                return resultWithin(left);
            } catch (TimeoutException e) {
                left = nanosLeft(); // it may have begun late
            }
        }
        abandon();
        throw late();
    }

    /** The answer of a call that is done. Throws what the handler threw. */
    @Nullable
    HookResult result() throws Exception {
        try {
            return resultWithin(0);
        } catch (CancellationException e) {
            throw late();
        }
    }

    private @Nullable HookResult resultWithin(long nanos) throws Exception {
        try {
            return task.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw unwrapped(e);
        }
    }

    private HookTimeoutException late() {
        return new HookTimeoutException(Objects.requireNonNull(timeout, "only a timed call is ever late"));
    }

    private static Exception unwrapped(ExecutionException e) {
        return switch (e.getCause()) {
            case Error error -> throw error; // its kind is for the caller to see, as if it had come on this thread
            case InterruptedException own -> e; // the handler's thread, not the emitting one, was interrupted
            case Exception failure -> failure;
            case null, default -> e;
        };
    }

    /** Whether the answer of this call, which is done, ends a chain: a denial, or a failure that counts as one. */
    boolean denies() {
        return task.state() == Future.State.SUCCESS
                ? task.resultNow() instanceof HookResult.Deny
                : hook.onFailure() == FailurePolicy.DENY;
    }

    long began() {
        return began;
    }

    /** Until now, if the handler has not returned. */
    long elapsed() {
        return phase.get() == Phase.ENDED ? ended - began : System.nanoTime() - began;
    }

    String output() {
        return output == null ? "" : output.drain();
    }
}
