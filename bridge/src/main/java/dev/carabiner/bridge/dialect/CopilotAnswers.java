package dev.carabiner.bridge.dialect;

import dev.carabiner.bridge.dialect.HookAnswer.Verdict;
import dev.carabiner.event.EventData;

/** Copilot's answers: before a tool every other exit code than 0 denies, elsewhere 2 alone; the fields stand at the top of the JSON. */
final class CopilotAnswers implements AnswerReader {

    @Override
    public HookAnswer read(EventRow row, Said said) {
        if (said.exitCode() != 0) {
            boolean decides = said.exitCode() == 2 || (row.ours().equals("tool:pre") && said.exitCode() <= 128);
            if (said.missing() || !decides) {
                throw AnswerFields.failed(said);
            }
            return denied(said);
        }
        AnswerFields json = AnswerFields.in(said.text());
        return json == null ? ClaudeAnswers.plain(row, said.text()) : decided(json);
    }

    private static HookAnswer denied(Said said) {
        try {
            AnswerFields json = AnswerFields.in(said.text());
            HookAnswer answer = json == null ? HookAnswer.NOTHING : decided(json);
            if (answer.verdict() == Verdict.BLOCK && !answer.reason().isEmpty()) {
                return answer;
            }
        } catch (HookFailedException e) {
            // the exit code has said enough
        }
        return HookAnswer.of(Verdict.BLOCK, ClaudeAnswers.first(said.errorText(), said.text()));
    }

    /** Claude Code's nesting is read too, since these agents read its files; the editor nests the decision at the end of a turn. */
    private static HookAnswer decided(AnswerFields json) {
        AnswerFields own = json.inside("hookSpecificOutput");
        String message = json.text("systemMessage");
        String reason = ClaudeAnswers.first(
                json.text("permissionDecisionReason"),
                own.text("permissionDecisionReason"),
                json.text("reason", "message", "stopReason"),
                own.text("reason"),
                message);
        String word = ClaudeAnswers.first(
                json.word("permissionDecision", "allow", "deny", "ask"),
                own.word("permissionDecision", "allow", "deny", "ask", "defer"),
                json.word("behavior", "allow", "deny"),
                json.word("decision", "block", "approve", "allow", "deny"),
                own.json().get("decision") instanceof String // an object where a permission is requested
                        ? own.word("decision", "block", "approve", "allow", "deny")
                        : "");
        Verdict verdict = switch (word) {
            case "deny", "block" -> Verdict.BLOCK;
            case "ask", "defer" -> Verdict.ASK;
            case "allow", "approve" -> Verdict.ALLOW;
            default -> Verdict.NONE;
        };
        if (!json.flag("continue", true)) {
            verdict = Verdict.STOP;
        }
        AnswerFields changed = json.has("modifiedArgs") || json.has("updatedInput") ? json : own;
        EventData input = changed.object(json.has("modifiedArgs") ? "modifiedArgs" : "updatedInput");
        return HookAnswer.of(verdict, reason)
                .message(message)
                .context(ClaudeAnswers.first(json.text("additionalContext"), own.text("additionalContext")))
                .input(input, false)
                .output(json.json().get("modifiedResult"));
    }
}
