package dev.carabiner.bridge.dialect;

import dev.carabiner.bridge.dialect.HookAnswer.Verdict;
import org.jspecify.annotations.Nullable;

/** Cline's answers: JSON alone decides, and the exit code says nothing. Here one that is not 0 and no JSON is a failure. */
final class ClineAnswers implements AnswerReader {

    /** More lines that begin an object than a hook writes before its answer. */
    private static final int MOST_TRIES = 32;

    @Override
    public HookAnswer read(EventRow row, Said said) {
        String text = said.text();
        AnswerFields json = text.startsWith("{") ? AnswerFields.in(text) : afterText(text);
        if (json != null) {
            return decided(json);
        }
        if (said.exitCode() != 0) {
            throw AnswerFields.failed(said);
        }
        if (!text.isEmpty()) {
            throw new HookFailedException("it answered what is no JSON object: " + AnswerFields.shown(text));
        }
        return HookAnswer.NOTHING;
    }

    /** The object that a text ends with, over as many lines as it has; null if there is none. */
    private static @Nullable AnswerFields afterText(String text) {
        int begin = text.indexOf("\n{");
        for (int tries = 0; begin >= 0 && tries < MOST_TRIES; tries++) {
            try {
                return AnswerFields.in(text.substring(begin + 1));
            } catch (HookFailedException e) {
                begin = text.indexOf("\n{", begin + 1);
            }
        }
        return null;
    }

    private static HookAnswer decided(AnswerFields json) {
        String why = json.text("errorMessage");
        boolean cancels = json.flag("cancel", false) || !json.flag("shouldContinue", true); // the second one is older
        Verdict verdict = cancels ? Verdict.BLOCK : json.flag("review", false) ? Verdict.ASK : Verdict.NONE;
        return HookAnswer.of(verdict, why)
                .context(verdict == Verdict.BLOCK ? "" : json.text("context", "contextModification"))
                .input(json.object("overrideInput"), false);
    }
}
