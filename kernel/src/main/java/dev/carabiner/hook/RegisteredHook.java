package dev.carabiner.hook;

import dev.carabiner.display.StandardStreams;
import dev.carabiner.display.Throwables;
import dev.carabiner.event.EventData;
import dev.carabiner.event.EventNames;
import dev.carabiner.event.ViewMismatchException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
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
    private final AtomicInteger stuckCalls = new AtomicInteger();
    private final AtomicBoolean warned = new AtomicBoolean();

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

    /** How many were registered before it. */
    long order() {
        return order;
    }

    ListedHandler listed() {
        return new ListedHandler(name, options);
    }

    HookOptions options() {
        return options;
    }

    FailurePolicy onFailure() {
        return options.onFailure();
    }

    /** The same on its second call: a handler that asked counts as a guard then, so its failure denies unless set. */
    FailurePolicy onFailureAgain() {
        FailurePolicy set = options.policy();
        return set == null ? FailurePolicy.DENY : set;
    }

    boolean isGuard() {
        return options.isGuard();
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

    /** Whether it runs beside a neighbour in running order. */
    boolean runsBeside(RegisteredHook neighbour) {
        return options.isConcurrent() && neighbour.options.isConcurrent() && priority() == neighbour.priority();
    }

    /** How many of its calls were abandoned and have not returned. */
    AtomicInteger stuckCalls() {
        return stuckCalls;
    }

    /** True the first time only. */
    boolean shouldWarn() {
        return !warned.getAndSet(true);
    }

    /** The handler itself, or with a timeout what calls it on another thread; its output is not captured. */
    HookHandler bareCall() {
        Duration within = timeout;
        return within == null ? handler : (event, data) -> elsewhere(event, data, within, null);
    }

    /**
     * Calls the handler and waits for it: on this thread or, with a timeout, on another.
     *
     * @param output where a timed handler's output goes; null if it is not captured
     * @throws HookFailure for whatever goes wrong that is not the virtual machine's own
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
            return within == null ? handler.handle(event, data) : elsewhere(event, data, within, output);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private @Nullable HookResult elsewhere(
            String event, EventData data, Duration within, StandardStreams.@Nullable Catch output) throws Exception {
        Scope.HandOver scope = Scope.current().handOver();
        HandlerCall call = new HandlerCall(this, event, data, within, scope, output, () -> {});
        try {
            call.start();
            return call.await();
        } finally {
            call.abandon();
        }
    }

    /** A call on another thread that has not begun; for a level. */
    HandlerCall callBeside(
            String event,
            EventData data,
            Scope.HandOver scope,
            StandardStreams.@Nullable Catch output,
            Runnable whenDone) {
        return new HandlerCall(this, event, data, timeout, scope, output, whenDone);
    }

    @Nullable
    HookResult handle(String event, EventData data) throws Exception {
        return handler.handle(event, data);
    }

    /**
     * What was thrown while the emitting thread called the handler or waited for it, as the handler's failure. Rethrows
     * what is the virtual machine's own; keeps the emitting thread's interruption.
     */
    HookFailure failed(Throwable thrown) {
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return new HookFailure(HookFailure.Kind.INTERRUPTED, name, options.onFailure(), thrown);
        }
        Throwables.rethrowIfFatal(thrown); // not the handler's to answer for, and nothing is permitted
        return failure(thrown);
    }

    HookFailure failure(Throwable cause) {
        HookFailure.Kind kind = switch (cause) {
            case HookTimeoutException timeoutPassed -> HookFailure.Kind.TIMEOUT;
            case ViewMismatchException mismatch -> HookFailure.Kind.VIEW_MISMATCH;
            case InvalidResultException invalid -> HookFailure.Kind.INVALID_RESULT;
            case HookConflictException conflict -> HookFailure.Kind.CONFLICT;
            default -> HookFailure.Kind.EXCEPTION;
        };
        return new HookFailure(kind, name, options.onFailure(), cause);
    }
}
