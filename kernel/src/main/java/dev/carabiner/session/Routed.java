package dev.carabiner.session;

import dev.carabiner.hook.HookOutcome;
import org.jspecify.annotations.Nullable;

/**
 * What an emit came to, with what only the coordinator needs to know of it.
 *
 * @param isStopped whether it was denied by a cancellation or an interruption, and not by a hook, a rule or a human
 * @param emit the emit itself, as the record names it
 * @param grants the approvals that were consumed for it; null if no question was asked
 * @param waitingFor the id of the request that is not yet decided; null unless the caller does not wait
 */
record Routed(
        HookOutcome outcome,
        boolean isStopped,
        Emit emit,
        @Nullable Grants grants,
        @Nullable String waitingFor) {}
