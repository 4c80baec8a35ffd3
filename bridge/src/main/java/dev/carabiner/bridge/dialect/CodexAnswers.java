package dev.carabiner.bridge.dialect;

import dev.carabiner.bridge.dialect.HookAnswer.Verdict;

/**
 * Codex's answers: JSON is read on exit code 0 only, and strictly. What Codex rejects it goes on after; here it is a failure.
 */
final class CodexAnswers implements AnswerReader {

    @Override
    public HookAnswer read(EventRow row, Said said) {
        if (said.exitCode() != 0 && said.missing()) {
            throw AnswerFields.failed(said);
        }
        if (said.exitCode() == 2 && !said.errorText().isEmpty()) {
            return HookAnswer.of(Verdict.BLOCK, said.errorText());
        }
        if (said.exitCode() != 0) {
            throw AnswerFields.failed(said);
        }
        AnswerFields json = AnswerFields.in(said.text());
        return json == null ? ClaudeAnswers.plain(row, said.text()) : decided(row, json);
    }

    private static HookAnswer decided(EventRow row, AnswerFields json) {
        json.onlyKnows(
                "",
                "continue",
                "stopReason",
                "suppressOutput",
                "systemMessage",
                "decision",
                "reason",
                "hookSpecificOutput");
        AnswerFields own = json.inside("hookSpecificOutput");
        own.onlyKnows(
                " in hookSpecificOutput",
                "hookEventName",
                "permissionDecision",
                "permissionDecisionReason",
                "updatedInput",
                "additionalContext",
                "updatedMCPToolOutput",
                "decision");
        if (row.theirs().equals("PreToolUse")) {
            beforeTool(json, own);
        }
        HookAnswer answer = ClaudeAnswers.decided(row, json);
        if (answer.verdict() == Verdict.ASK) {
            throw new HookFailedException("it asks, which Codex does not know: " + answer.reason());
        }
        if (answer.verdict() == Verdict.BLOCK && answer.reason().isEmpty()) {
            throw new HookFailedException("it denies without a reason, which Codex does not accept");
        }
        return answer;
    }

    private static void beforeTool(AnswerFields json, AnswerFields own) {
        boolean stops = !json.flag("continue", true) || json.has("stopReason") || json.has("suppressOutput");
        if (stops) {
            throw new HookFailedException(
                    "it wants to stop or to be silent before a tool, which Codex does not accept: "
                            + ClaudeAnswers.first(json.text("stopReason"), json.text("reason")));
        }
        boolean allows = own.text("permissionDecision").equals("allow");
        if (json.text("decision").equals("approve") || (allows && !own.has("updatedInput"))) {
            throw new HookFailedException("it allows and changes nothing, which Codex does not accept: silence allows");
        }
        if (own.has("updatedInput") && !allows) {
            throw new HookFailedException("it rewrites the input and does not allow it, which Codex does not accept");
        }
    }
}
