package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.AnswerWriter.object;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.HookAnswer.Verdict;

/** Answers for Cursor. It is told allow in so many words, since it may take silence for a failure. */
final class CursorReplies implements AnswerWriter {

    @Override
    public Said write(EventRow row, HookAnswer answer) {
        boolean blocks = answer.verdict() == Verdict.BLOCK || answer.verdict() == Verdict.STOP;
        return switch (row.ours()) {
            case "tool:pre", "agent:spawn" -> before(answer, blocks);
            case "prompt:submit" ->
                AnswerWriter.said(
                        object("continue", !blocks, "user_message", blocks ? answer.reason() : answer.message()));
            case "execution:complete", "agent:complete" ->
                AnswerWriter.said(object("followup_message", blocks ? answer.reason() : ""));
            default ->
                AnswerWriter.said(object(
                        "additional_context",
                        answer.context(),
                        "updated_mcp_tool_output",
                        answer.output(),
                        "user_message",
                        answer.message()));
        };
    }

    private static Said before(HookAnswer answer, boolean blocks) {
        String word = blocks ? "deny" : answer.verdict() == Verdict.ASK ? "ask" : "allow";
        boolean objects = !word.equals("allow");
        return AnswerWriter.said(object(
                "permission",
                word,
                "user_message",
                objects ? answer.reason() : answer.message(),
                "agent_message",
                objects ? answer.reason() : answer.context(),
                "updated_input",
                blocks ? null : answer.input()));
    }

    /** In {@code preToolUse} it is ignored. */
    @Override
    public boolean asks(EventRow row) {
        return row.theirs().equals("beforeShellExecution") || row.theirs().equals("beforeMCPExecution");
    }

    @Override
    public boolean rewrites(EventRow row) {
        return row.theirs().equals("preToolUse");
    }

    @Override
    public boolean tells(EventRow row) {
        return row.ours().equals("tool:pre") || row.theirs().equals("postToolUse");
    }
}
