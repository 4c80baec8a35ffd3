package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.AnswerWriter.object;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.HookAnswer.Verdict;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers for Cline: JSON alone, in the fields of present and of earlier versions. Earlier ones do not know review. */
final class ClineReplies implements AnswerWriter {

    @Override
    public Said write(EventRow row, HookAnswer answer) {
        boolean blocks = answer.verdict() == Verdict.BLOCK || answer.verdict() == Verdict.STOP;
        Map<String, @Nullable Object> json = object("cancel", blocks);
        json.putAll(
                blocks
                        ? object("errorMessage", answer.reason())
                        : object(
                                "context",
                                answer.context(),
                                "contextModification",
                                answer.context(),
                                "overrideInput",
                                answer.input()));
        return AnswerWriter.said(json);
    }

    @Override
    public boolean rewrites(EventRow row) {
        return row.ours().equals("tool:pre");
    }

    @Override
    public boolean tells(EventRow row) {
        return true;
    }
}
