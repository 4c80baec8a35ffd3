package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.AnswerWriter.object;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.HookAnswer.Verdict;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers for the plug-in that is installed into OpenCode: it throws unless it reads {@code "allow": true}. */
final class OpenCodeReplies implements AnswerWriter {

    @Override
    public Said write(EventRow row, HookAnswer answer) {
        boolean blocks = answer.verdict() == Verdict.BLOCK || answer.verdict() == Verdict.STOP;
        Map<String, @Nullable Object> json = object("allow", !blocks);
        json.putAll(blocks ? object("reason", answer.reason()) : object("args", answer.input()));
        return AnswerWriter.said(json);
    }

    @Override
    public boolean rewrites(EventRow row) {
        return row.ours().equals("tool:pre");
    }
}
