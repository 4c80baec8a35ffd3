package dev.carabiner.bridge.dialect;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.HookAnswer.Verdict;

/**
 * Answers for Codex, which reads JSON on exit code 0 only, takes a bare allow for a mistake and does not know ask. A denial
 * is exit code 2 and its reason.
 */
final class CodexReplies implements AnswerWriter {

    private final ClaudeReplies claude = new ClaudeReplies(false);

    @Override
    public Said write(EventRow row, HookAnswer answer) {
        boolean blocks = answer.verdict() == Verdict.BLOCK || answer.verdict() == Verdict.STOP;
        if (!blocks) {
            return claude.write(row, answer);
        }
        String reason = answer.reason().isEmpty() ? "Denied" : answer.reason();
        return row.ours().equals("tool:pre") || row.ours().equals("prompt:submit")
                ? AnswerWriter.refused("", reason)
                : AnswerWriter.said(AnswerWriter.object("decision", "block", "reason", reason));
    }

    /** A patch stands for several files, and none of them can be changed in it. */
    @Override
    public boolean rewrites(EventRow row) {
        return row.ours().equals("tool:pre");
    }

    @Override
    public boolean tells(EventRow row) {
        return claude.tells(row);
    }
}
