package dev.carabiner.session;

import dev.carabiner.hook.HookOutcome;
import org.jspecify.annotations.Nullable;

/**
 * What an emit came to, with what only the coordinator needs to know of it.
 *
 * @param isStopped whether it was denied by a cancellation or an interruption, and not by a hook, a rule or a human
 * @param callId the tool call that the emit belongs to, if it brought one
 */
record Routed(HookOutcome outcome, boolean isStopped, @Nullable String callId) {}
