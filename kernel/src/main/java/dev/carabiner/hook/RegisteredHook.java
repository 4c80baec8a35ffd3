package dev.carabiner.hook;

import dev.carabiner.display.StandardStreams;
import dev.carabiner.display.Trouble;
import dev.carabiner.event.EventData;
import dev.carabiner.event.EventNames;
import dev.carabiner.event.ViewMismatchException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A handler in its place. Two registrations of one handler are two of these. */
final class RegisteredHook {

    private final HookOptions options;
    private final String name;
    private final long order;
    private final HookHandler handler;
    private final @Nullable Duration timeout;
    private final boolean isPattern;
    private final String canonicalEvent;
    private final TimedCalls timedCalls = new TimedCalls();

    RegisteredHook(HookOptions options, String name, long order, HookHandler handler) {
        this.options = options;
        this.name = name;
        this.order = order;
        this.handler = handler;
        this.timeout = options.timeout();
        this.isPattern = EventNames.isPattern(options.event());
        this.canonicalEvent = EventNames.canonical(options.event());
    }

    String name() {
        return name;
    }

    int priority() {
        return options.priority();
    }

    FailurePolicy onFailure() {
        return options.onFailure();
    }

    /** What listings file it under: the event's canonical name, or the pattern. */
    String listedUnder() {
        return canonicalEvent;
    }

    boolean isTimed() {
        return timeout != null;
    }

    boolean hears(String canonicalName) {
        return isPattern ? EventNames.covers(options.event(), canonicalName) : canonicalEvent.equals(canonicalName);
    }

    /** The name its handler is given when it hears the event. */
    String nameGiven(String canonicalName) {
        return isPattern ? canonicalName : options.event();
    }

    boolean runsBefore(RegisteredHook other) {
        return priority() != other.priority() ? priority() < other.priority() : order < other.order;
    }

    /**
     * Calls the handler, on this thread or, with a timeout, on another.
     *
     * @param output where a timed handler's output goes; null if it is not taken
     * @throws HookFailure for whatever goes wrong that is not the virtual machine's own trouble
     */
    @Nullable
    HookResult call(String event, EventData data, StandardStreams.@Nullable Catch output) {
        return call(event, data, timeout, output);
    }

    /** The same within the given time at most, on another thread; for collecting. */
    @Nullable
    HookResult callWithin(Duration limit, String event, EventData data) {
        boolean ownIsShorter = timeout != null && timeout.compareTo(limit) < 0;
        return call(event, data, ownIsShorter ? timeout : limit, null);
    }

    private @Nullable HookResult call(
            String event, EventData data, @Nullable Duration within, StandardStreams.@Nullable Catch output) {
        try {
            return within == null ? handler.handle(event, data) : timedCalls.run(handler, event, data, within, output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HookFailure(HookFailure.Kind.INTERRUPTED, name, options.onFailure(), e);
        } catch (Throwable e) {
            Trouble.rethrowIfFatal(e); // not the handler's to answer for, and nothing is permitted
            throw failure(e);
        }
    }

    HookFailure failure(Throwable cause) {
        HookFailure.Kind kind = switch (cause) {
            case HookTimeoutException timeoutPassed -> HookFailure.Kind.TIMEOUT;
            case ViewMismatchException mismatch -> HookFailure.Kind.VIEW_MISMATCH;
            case InvalidResultException invalid -> HookFailure.Kind.INVALID_RESULT;
            default -> HookFailure.Kind.EXCEPTION;
        };
        return new HookFailure(kind, name, options.onFailure(), cause);
    }
}
