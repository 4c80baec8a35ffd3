package dev.carabiner.runtime.agent;

import dev.carabiner.event.EventData;
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
                "decision:context_resolution",
                EventData.of("strategy", STRATEGY, "reason", "the conversation is compacted: " + trigger));
        HookOutcome announced = resolved.denied()
                ? resolved
                : session.emit(
                        "context:pre_compact",
                        EventData.of(
                                "trigger", trigger,
                                "current_tokens", context.tokens(),
                                "target_tokens", context.targetTokens(),
                                "messages_count", context.messages().size()));
        if (announced.denied()) {
            return null;
        }
        Compaction done = context.compact();
        session.emit(
                "context:post_compact",
                EventData.of(
                        "trigger", trigger,
                        "previous_tokens", done.previousTokens(),
                        "current_tokens", done.currentTokens(),
                        "messages_count", done.messages()));
        return done;
    }
}
