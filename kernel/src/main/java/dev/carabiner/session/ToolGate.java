package dev.carabiner.session;

import dev.carabiner.hook.HookOutcome;

/** The answer to the wish to run a tool. */
public sealed interface ToolGate {

    HookOutcome outcome();

    record Permitted(ToolPermit permit, HookOutcome outcome) implements ToolGate {}

    /** The reason is what the model is told. */
    record Refused(String reason, HookOutcome outcome) implements ToolGate {}
}
