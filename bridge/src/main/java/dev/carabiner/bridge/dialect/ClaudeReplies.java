package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.AnswerWriter.object;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.HookAnswer.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers for Claude Code and those that speak as it does. A denial is said twice, as JSON and by exit code 2 with text on
 * standard error: several agents load Claude Code's files themselves and understand the one or the other.
 *
 * @param asking whether {@code ask} is understood
 */
record ClaudeReplies(boolean asking) implements AnswerWriter {

    @Override
    public Said write(EventRow row, HookAnswer answer) {
        boolean blocks = answer.verdict() == Verdict.BLOCK || answer.verdict() == Verdict.STOP;
        Map<String, @Nullable Object> own = own(row, answer, blocks);
        Map<String, @Nullable Object> json = object("systemMessage", answer.message());
        if (blocks && !row.ours().equals("tool:pre")) {
            json.put("decision", "block");
            json.put("reason", answer.reason());
        }
        if (!own.isEmpty()) {
            Map<String, @Nullable Object> named = object("hookEventName", row.theirs());
            named.putAll(own);
            json.put("hookSpecificOutput", named);
        }
        boolean stops = blocks && (row.ours().equals("tool:pre") || row.ours().equals("prompt:submit"));
        return stops ? AnswerWriter.refused(AnswerWriter.text(json), answer.reason()) : AnswerWriter.said(json);
    }

    private static Map<String, @Nullable Object> own(EventRow row, HookAnswer answer, boolean blocks) {
        Map<String, @Nullable Object> own = new LinkedHashMap<>();
        if (row.ours().equals("tool:pre")) {
            String word =
                    blocks ? "deny" : answer.verdict() == Verdict.ASK ? "ask" : answer.input() == null ? "" : "allow";
            own.putAll(object(
                    "permissionDecision",
                    word,
                    "permissionDecisionReason",
                    word.isEmpty() ? "" : answer.reason(),
                    "updatedInput",
                    blocks ? null : answer.input()));
        }
        if (row.ours().equals("tool:post") && answer.output() != null) {
            own.put("updatedToolOutput", answer.output());
        }
        if (!blocks || row.block() != EventRow.Block.DENIES) {
            own.putAll(object("additionalContext", answer.context()));
        }
        return own;
    }

    @Override
    public boolean asks(EventRow row) {
        return asking && row.ours().equals("tool:pre");
    }

    @Override
    public boolean rewrites(EventRow row) {
        return row.ours().equals("tool:pre") || row.ours().equals("tool:post");
    }

    @Override
    public boolean tells(EventRow row) {
        return switch (row.ours()) {
            case "tool:pre", "tool:post", "error:tool", "prompt:submit", "session:start", "session:resume" -> true;
            default -> false;
        };
    }
}
