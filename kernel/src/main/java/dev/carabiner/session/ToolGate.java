package dev.carabiner.session;

import dev.carabiner.hook.HookOutcome;

/** The answer to the wish to run a tool, once everything that had to be decided has been. */
public sealed interface ToolGate extends DeferrableGate {

    /** It may run, once, with the permit's input. */
    record Permitted(ToolPermit permit, HookOutcome outcome) implements ToolGate {}

    /** It may not run. The reason is what the model is told. */
    record Refused(String reason, HookOutcome outcome) implements ToolGate {}

    /**
     * A human has to decide first, and the caller does not wait: only from {@link SessionCoordinator#permitOrDefer}. When
     * the request is decided, the same call asked for again is permitted or refused.
     *
     * @param requestId the request that waits
     * @param outcome with its question still open
     */
    record Deferred(String requestId, HookOutcome outcome) implements DeferrableGate {}
}
