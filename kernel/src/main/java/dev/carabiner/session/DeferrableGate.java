package dev.carabiner.session;

import dev.carabiner.hook.HookOutcome;

/**
 * The answer to the wish to run a tool by a caller that does not wait: a {@link ToolGate}, or {@link ToolGate.Deferred}.
 * It is a type of its own, so that a caller that waits has two cases to handle and not three.
 */
public sealed interface DeferrableGate permits ToolGate, ToolGate.Deferred {

    /** The outcome of {@code tool:pre}. */
    HookOutcome outcome();
}
