package dev.carabiner.bridge.dialect;

import dev.carabiner.bridge.dialect.HookAnswer.Verdict;

/** Cursor's answers: exit code 2 denies, JSON is read on exit code 0; names are in snake case, in camel case earlier. */
final class CursorAnswers implements AnswerReader {

    @Override
    public HookAnswer read(EventRow row, Said said) {
        if (said.exitCode() != 0 && (said.missing() || said.exitCode() != 2)) {
            throw AnswerFields.failed(said);
        }
        AnswerFields json = said.exitCode() == 0 ? AnswerFields.in(said.text()) : null;
        if (said.exitCode() == 2) {
            return blocked(row, said);
        }
        return json == null ? nothing(row, said) : decided(row, json);
    }

    private static HookAnswer nothing(EventRow row, Said said) {
        if (!said.text().isEmpty() && row.canBlock() && !row.theirs().equals("stop")) {
            throw new HookFailedException("it answered what is no JSON object: " + AnswerFields.shown(said.text()));
        }
        return HookAnswer.NOTHING;
    }

    private static HookAnswer blocked(EventRow row, Said said) {
        String reason = said.errorText();
        try {
            AnswerFields json = AnswerFields.in(said.text());
            reason = json == null
                    ? reason
                    : ClaudeAnswers.first(decided(row, json).reason(), reason);
        } catch (HookFailedException e) {
            // exit code 2 has said enough
        }
        return HookAnswer.of(Verdict.BLOCK, reason.isEmpty() ? said.text() : reason);
    }

    private static HookAnswer decided(EventRow row, AnswerFields json) {
        String forUser = json.text("user_message", "userMessage");
        String forAgent = json.text("agent_message", "agentMessage");
        String followUp = json.text("followup_message", "followupMessage");
        String context = json.text("additional_context", "additionalContext");
        String permission = json.word("permission", "allow", "deny", "ask");
        String decision = json.word("decision", "allow", "deny", "block", "approve", "ask");
        String reason = ClaudeAnswers.first(forAgent, forUser, json.text("reason"));
        Verdict verdict = switch (permission.isEmpty() ? decision : permission) {
            case "deny", "block" -> Verdict.BLOCK;
            case "ask" -> Verdict.ASK;
            case "allow", "approve" -> Verdict.ALLOW;
            default -> Verdict.NONE;
        };
        if (!json.flag("continue", true)) {
            verdict = Verdict.BLOCK;
        }
        if (!followUp.isEmpty() && (row.theirs().equals("stop") || row.theirs().equals("subagentStop"))) {
            return HookAnswer.of(Verdict.BLOCK, followUp);
        }
        boolean objects = verdict == Verdict.BLOCK || verdict == Verdict.ASK;
        boolean both = objects && !forAgent.isEmpty() && !forUser.isEmpty();
        String beside = objects ? "" : ClaudeAnswers.first(context, row.ours().equals("tool:pre") ? forAgent : "");
        return HookAnswer.of(verdict, reason)
                .message(both || !objects ? forUser : "")
                .context(beside)
                .input(
                        json.object("updated_input") == null
                                ? json.object("updatedInput")
                                : json.object("updated_input"),
                        false)
                .output(json.json().get("updated_mcp_tool_output"));
    }
}
