package dev.carabiner.hook;

import dev.carabiner.display.VisibleText;
import java.util.Locale;
import java.util.StringJoiner;

/** An outcome in one line, for logs and debuggers. The data are left out: they may be long, and they may be secret. */
final class OutcomeText {

    private OutcomeText() {}

    static String of(HookOutcome outcome) {
        StringBuilder text = new StringBuilder(outcome.event())
                .append(' ')
                .append(outcome.action().literal());
        String by = outcome.decidedBy();
        text.append(by.isEmpty() ? "" : " by " + by);
        String why = why(outcome.result());
        text.append(why.isEmpty() ? "" : ": " + VisibleText.inOneLine(why));
        return text.append(handlers(outcome)).toString();
    }

    private static String why(HookResult result) {
        return switch (result) {
            case HookResult.Deny deny -> deny.reason();
            case HookResult.AskUser question -> question.prompt();
            default -> "";
        };
    }

    private static String handlers(HookOutcome outcome) {
        StringJoiner handlers = new StringJoiner(", ", " [", "]").setEmptyValue("");
        for (HandlerRun run : outcome.runs()) {
            handlers.add(run.name() + " " + answer(run) + (run.again() ? " again" : ""));
        }
        for (SkippedHandler skipped : outcome.skipped()) {
            handlers.add(skipped.name() + " not run, " + skipped.why());
        }
        return handlers.toString();
    }

    private static String answer(HandlerRun run) {
        HookResult result = run.result();
        if (result != null) {
            return result.action().literal();
        }
        HookFailure failure = run.failure();
        return failure == null ? "failed" : "failed (" + failure.kind().name().toLowerCase(Locale.ROOT) + ")";
    }
}
