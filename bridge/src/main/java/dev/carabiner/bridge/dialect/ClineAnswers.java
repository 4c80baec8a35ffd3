package dev.carabiner.bridge.dialect;

import dev.carabiner.bridge.dialect.HookAnswer.Verdict;

/** Cline's answers: JSON alone decides, and the exit code says nothing. Here one that is not 0 and no JSON is a failure. */
final class ClineAnswers implements AnswerReader {

    @Override
    public HookAnswer read(EventRow row, Said said) {
        String text = said.text();
        AnswerFields json = AnswerFields.in(text.startsWith("{") ? text : lastLine(text));
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

    private static String lastLine(String text) {
        return text.substring(text.lastIndexOf('\n') + 1).strip();
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
