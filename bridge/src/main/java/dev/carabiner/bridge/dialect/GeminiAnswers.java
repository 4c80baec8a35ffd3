package dev.carabiner.bridge.dialect;

import dev.carabiner.bridge.dialect.HookAnswer.Verdict;

/**
 * Gemini CLI's answers: JSON on standard output, or on standard error where that is empty, counts on every exit code; text
 * with an exit code from 2 up denies.
 */
final class GeminiAnswers implements AnswerReader {

    private static final String HIDDEN = "The output is hidden by a hook.";

    @Override
    public HookAnswer read(EventRow row, Said said) {
        if (said.exitCode() != 0 && said.missing()) {
            throw AnswerFields.failed(said);
        }
        String text = said.text().isEmpty() ? said.errorText() : said.text();
        AnswerFields json = AnswerFields.in(text);
        if (json != null) {
            return decided(row, json);
        }
        if (said.exitCode() == 0) {
            return ClaudeAnswers.plain(row, said.text());
        }
        if (said.exitCode() == 1 || said.exitCode() > 128 || text.isEmpty()) {
            throw AnswerFields.failed(said);
        }
        return hiding(row, HookAnswer.of(Verdict.BLOCK, text));
    }

    /** A tool's output that is denied is kept from the model, which is told why. */
    private static HookAnswer hiding(EventRow row, HookAnswer answer) {
        boolean hides = answer.verdict() == Verdict.BLOCK && row.rewrite().equals("tool_result");
        return hides ? answer.output(HIDDEN) : answer;
    }

    private static HookAnswer decided(EventRow row, AnswerFields json) {
        AnswerFields own = json.inside("hookSpecificOutput");
        String reason = ClaudeAnswers.first(json.text("reason"), json.text("stopReason"));
        String message = json.text("systemMessage");
        Verdict verdict = switch (json.word("decision", "allow", "approve", "deny", "block", "ask")) {
            case "deny", "block" -> Verdict.BLOCK;
            case "ask" -> Verdict.ASK;
            case "allow", "approve" -> Verdict.ALLOW;
            default -> Verdict.NONE;
        };
        if (!json.flag("continue", true)) {
            verdict = Verdict.STOP;
            reason = ClaudeAnswers.first(json.text("stopReason"), reason);
        }
        boolean objects = verdict != Verdict.NONE && verdict != Verdict.ALLOW;
        HookAnswer answer = HookAnswer.of(verdict, objects ? ClaudeAnswers.first(reason, message) : reason)
                .message(message)
                .context(own.text("additionalContext"))
                .input(row.rewrite().equals("tool_input") ? own.object("tool_input") : null, false);
        return hiding(row, answer);
    }
}
