package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.AnswerWriter.object;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.HookAnswer.Verdict;

/** Answers for Copilot: fields at the top. A name in Pascal case means Claude Code's names, in the payload and here. */
final class CopilotReplies implements AnswerWriter {

    @Override
    public Said write(EventRow row, HookAnswer answer) {
        boolean blocks = answer.verdict() == Verdict.BLOCK || answer.verdict() == Verdict.STOP;
        if (!row.ours().equals("tool:pre")) {
            return after(row, answer, blocks);
        }
        String word = blocks ? "deny" : answer.verdict() == Verdict.ASK ? "ask" : answer.input() == null ? "" : "allow";
        boolean camel = Character.isLowerCase(row.theirs().charAt(0));
        return AnswerWriter.said(object(
                "permissionDecision",
                word,
                "permissionDecisionReason",
                word.isEmpty() ? "" : answer.reason(),
                camel ? "modifiedArgs" : "updatedInput",
                blocks ? null : answer.input(),
                "additionalContext",
                blocks ? "" : answer.context(),
                "systemMessage",
                answer.message()));
    }

    private static Said after(EventRow row, HookAnswer answer, boolean blocks) {
        if (blocks && row.ours().equals("prompt:submit")) {
            return AnswerWriter.refused(
                    AnswerWriter.text(object("decision", "block", "reason", answer.reason())), answer.reason());
        }
        return AnswerWriter.said(object(
                "decision",
                blocks ? "block" : "",
                "reason",
                blocks ? answer.reason() : "",
                "additionalContext",
                answer.context(),
                "modifiedResult",
                answer.output(),
                "systemMessage",
                answer.message()));
    }

    @Override
    public boolean asks(EventRow row) {
        return row.ours().equals("tool:pre");
    }

    @Override
    public boolean rewrites(EventRow row) {
        return row.ours().equals("tool:pre") || row.ours().equals("tool:post");
    }

    @Override
    public boolean tells(EventRow row) {
        return row.ours().equals("tool:pre") || row.ours().equals("tool:post");
    }
}
