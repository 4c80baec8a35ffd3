package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.AnswerWriter.object;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.HookAnswer.Verdict;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers for Gemini CLI: JSON with exit code 0; a rewritten input is always the whole one. */
final class GeminiReplies implements AnswerWriter {

    @Override
    public Said write(EventRow row, HookAnswer answer) {
        boolean blocks = answer.verdict() == Verdict.BLOCK || answer.verdict() == Verdict.STOP;
        Map<String, @Nullable Object> json = object(
                "decision",
                blocks ? "deny" : "",
                "reason",
                blocks ? answer.reason() : "",
                "systemMessage",
                answer.message());
        Map<String, @Nullable Object> own = object(
                "tool_input", blocks ? null : answer.input(), "additionalContext", blocks ? "" : answer.context());
        if (!own.isEmpty()) {
            Map<String, @Nullable Object> named = object("hookEventName", row.theirs());
            named.putAll(own);
            json.put("hookSpecificOutput", named);
        }
        if (!blocks && answer.output() != null) { // its reason stands in the place of what the tool answered
            json.put("decision", "deny");
            json.put("reason", String.valueOf(answer.output()));
        }
        return AnswerWriter.said(json);
    }

    @Override
    public boolean rewrites(EventRow row) {
        return row.ours().equals("tool:pre") || row.ours().equals("tool:post");
    }

    @Override
    public boolean tells(EventRow row) {
        return switch (row.ours()) {
            case "tool:post", "prompt:submit", "session:start", "session:resume" -> true;
            default -> false;
        };
    }
}
