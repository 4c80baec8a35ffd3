package dev.carabiner.hook;

import dev.carabiner.display.Throwables;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A handler that is called once for each different data, and gives the same answer when they come again: its result, its
 * exception, or that it was too late.
 */
final class RememberedAnswers implements HookHandler {

    private final RegisteredHook hook;
    private final List<Call> calls = new CopyOnWriteArrayList<>(); // an abandoned call ends on a thread of its own

    RememberedAnswers(RegisteredHook hook) {
        this.hook = hook;
    }

    /** The same hook in the same place, remembering. */
    static RegisteredHook of(RegisteredHook hook) {
        return new RegisteredHook(hook.options(), hook.name(), hook.order(), new RememberedAnswers(hook));
    }

    @Override
    public @Nullable HookResult handle(String event, EventData data) throws Exception {
        for (Call known : calls) {
            if (known.isFor(data) && (known.ended || known.isLate())) {
                return known.answer();
            }
        }
        Call call = new Call(data, hook.options().timeout());
        calls.add(call);
        return call.made(event);
    }

    private final class Call {

        private final EventData data;
        private final @Nullable Duration timeout;
        private final long began = System.nanoTime();
        private @Nullable HookResult result;
        private @Nullable Throwable thrown;
        private volatile boolean ended; // written last

        Call(EventData data, @Nullable Duration timeout) {
            this.data = data;
            this.timeout = timeout;
        }

        @Nullable
        HookResult made(String event) throws Exception {
            try {
                result = hook.handle(event, data);
                thrown = isLate() ? late() : null;
                ended = true;
                return result;
            } catch (InterruptedException e) { // no answer, unless it was too late
                thrown = isLate() ? late() : null;
                ended = thrown != null;
                throw e;
            } catch (Throwable e) {
                Throwables.rethrowIfFatal(e);
                thrown = e;
                ended = true;
                throw e;
            }
        }

        /** The very same: a handler may pass on how a number is written, or in which order the fields stand. */
        boolean isFor(EventData given) {
            return given.equals(data)
                    && given.asMap().toString().equals(data.asMap().toString());
        }

        boolean isLate() {
            return timeout != null && System.nanoTime() - began > timeout.toNanos();
        }

        private HookTimeoutException late() {
            return new HookTimeoutException(timeout == null ? Duration.ZERO : timeout);
        }

        @Nullable
        HookResult answer() throws Exception {
            switch (ended ? thrown : late()) {
                case null -> {
                    return result;
                }
                case Error error -> throw error;
                case Exception exception -> throw exception;
                case Throwable other -> throw new IllegalStateException(other);
            }
        }
    }
}
