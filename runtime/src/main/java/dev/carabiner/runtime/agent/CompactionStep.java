package dev.carabiner.runtime.agent;

import dev.carabiner.event.ContextPostCompact;
import dev.carabiner.event.ContextPreCompact;
import dev.carabiner.event.DecisionContextResolution;
import dev.carabiner.event.Events;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.runtime.context.Compaction;
import dev.carabiner.runtime.context.SessionContext;
import dev.carabiner.session.SessionCoordinator;
import org.jspecify.annotations.Nullable;

/** Makes room in the conversation, unless a hook would rather keep it. */
final class CompactionStep {

    private static final String STRATEGY = "drop-oldest";

    private final SessionCoordinator session;
    private final SessionContext context;

    CompactionStep(SessionCoordinator session, SessionContext context) {
        this.session = session;
        this.context = context;
    }

    void ifFull() {
        if (context.full()) {
            compact("auto");
        }
    }

    /** Null if a hook did not allow it. */
    @Nullable
    Compaction compact(String trigger) {
        HookOutcome resolved = session.emit(
                Events.DECISION_CONTEXT_RESOLUTION,
                new DecisionContextResolution(null, STRATEGY, "the conversation is compacted: " + trigger, null));
        HookOutcome announced = resolved.denied()
                ? resolved
                : session.emit(
                        Events.CONTEXT_PRE_COMPACT,
                        new ContextPreCompact(
                                null,
                                trigger,
                                context.tokens(),
                                context.targetTokens(),
                                context.messages().size(),
                                null));
        if (announced.denied()) {
            return null;
        }
        Compaction done = context.compact();
        session.emit(
                Events.CONTEXT_POST_COMPACT,
                new ContextPostCompact(
                        null, trigger, done.previousTokens(), done.currentTokens(), done.messages(), null));
        return done;
    }
}
