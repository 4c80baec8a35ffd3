package dev.carabiner.engine.bundle;

import dev.carabiner.context.InjectionLimits;
import dev.carabiner.event.EventData;
import org.jspecify.annotations.Nullable;

/** What one file says of the session, or several merged. Whatever it does not say is null. */
record SessionPart(
        @Nullable ModuleSpec orchestrator,
        @Nullable ModuleSpec context,
        @Nullable String instructions,
        @Nullable Integer maxRounds,
        @Nullable Integer bytes,
        @Nullable Integer tokensPerTurn,
        @Nullable Integer warningTokens,
        AuditPart audit) {

    static final SessionPart EMPTY = new SessionPart(null, null, null, null, null, null, null, AuditPart.EMPTY);

    private static final int ROUNDS = 50;

    SessionPart overlaidWith(SessionPart later) {
        return new SessionPart(
                either(later.orchestrator, orchestrator),
                either(later.context, context),
                either(later.instructions, instructions),
                either(later.maxRounds, maxRounds),
                either(later.bytes, bytes),
                either(later.tokensPerTurn, tokensPerTurn),
                either(later.warningTokens, warningTokens),
                audit.overlaidWith(later.audit));
    }

    /** With what holds where no file says anything. */
    SessionSpec complete(Position at) {
        InjectionLimits usual = InjectionLimits.DEFAULT;
        return new SessionSpec(
                or(orchestrator, new ModuleSpec("loop-streaming", EventData.empty(), at)),
                or(context, new ModuleSpec("context-simple", EventData.empty(), at)),
                or(instructions, ""),
                or(maxRounds, ROUNDS),
                new InjectionLimits(
                        or(bytes, usual.bytes()),
                        or(tokensPerTurn, usual.tokensPerTurn()),
                        or(warningTokens, usual.warningTokens())),
                audit.complete());
    }

    private static <T> @Nullable T either(@Nullable T one, @Nullable T other) {
        return one != null ? one : other;
    }

    private static <T> T or(@Nullable T given, T otherwise) {
        return given != null ? given : otherwise;
    }
}
