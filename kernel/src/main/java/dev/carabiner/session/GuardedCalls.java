package dev.carabiner.session;

import dev.carabiner.context.ToolCall;
import dev.carabiner.hook.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The whole way of tool calls: permitted in order, run, told to the hooks in order. */
final class GuardedCalls {

    /** How long a tool that was told to stop has to end what it has started. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final SessionCoordinator session;
    private final PermitDesk permits;

    GuardedCalls(SessionCoordinator session, PermitDesk permits) {
        this.session = session;
        this.permits = permits;
    }

    ToolAnswer call(ToolCall call, ToolBody body) {
        return answer(permitted(call, body, true));
    }

    ToolAnswer callOrDefer(ToolCall call, ToolBody body) {
        return answer(permitted(call, body, false));
    }

    private static ToolAnswer answer(GuardedCall call) {
        call.run();
        return call.answer();
    }

    List<ToolAnswer> callAll(List<ToolCall> calls, Function<ToolCall, ? extends @Nullable ToolBody> bodies) {
        List<GuardedCall> guarded = new ArrayList<>();
        for (ToolCall call : List.copyOf(calls)) {
            ToolBody body = bodies.apply(call);
            if (body != null) {
                guarded.add(permitted(call, body, true));
            }
        }
        runTogether(guarded.stream().filter(GuardedCall::isPermitted).toList());
        return guarded.stream().map(GuardedCall::answer).toList();
    }

    private GuardedCall permitted(ToolCall call, ToolBody body, boolean mayWait) {
        Objects.requireNonNull(body, () -> "the body of the call of " + call.name());
        PermitDesk.Permission permission = permits.ask(call, mayWait);
        return new GuardedCall(session, call, body, permission.gate(), permission.isStopped());
    }

    /** Waits for all of them. An interruption of this thread is passed on to them, and stays set. */
    private static void runTogether(List<GuardedCall> calls) {
        if (calls.size() == 1) {
            calls.getFirst().run(); // nothing to run beside it
            return;
        }
        AtomicReference<@Nullable Error> fatal = new AtomicReference<>();
        List<Thread> threads = calls.stream()
                .map(call -> Thread.ofVirtual().name("carabiner-tool").start(Scope.carrying(() -> {
                    try {
                        call.run();
                    } catch (Error e) {
                        fatal.set(e); // the virtual machine's own trouble is the caller's to see
                    }
                })))
                .toList();
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            stop(threads);
            Thread.currentThread().interrupt();
        }
        Error error = fatal.get();
        if (error != null) {
            throw error;
        }
    }

    private static void stop(List<Thread> threads) {
        threads.forEach(Thread::interrupt);
        long until = System.nanoTime() + PATIENCE.toNanos();
        for (Thread thread : threads) {
            try {
                thread.join(Duration.ofNanos(Math.max(1, until - System.nanoTime())));
            } catch (InterruptedException e) {
                return; // a second interruption: no more patience
            }
        }
    }
}
