package dev.carabiner.runtime.context;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.display.VisibleText;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.session.ToolAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls that a compaction takes away, and what came of them: a model that does not know what it has done does
 * it again. Handed on from note to note.
 */
final class RemovedCalls {

    /** In a note's metadata: the ids of those that were made for the prompt before it. */
    static final String IDS = "removed_call_ids";

    private static final String LINES = "removed_calls";
    private static final String OLDER = "removed_calls_unlisted";

    private static final int MOST_LINES = 50;
    private static final int MOST_IDS = 2_000;
    private static final int LONGEST_INPUT = 80;

    /** The words around the list take less. */
    private static final int HEADING_TOKENS = 40;

    private final List<String> lines = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private long older;

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** @param ofThisTurn whether the last prompt came before it */
    void addAllOf(Message note, boolean ofThisTurn) {
        Map<String, @Nullable Object> metadata = note.metadata();
        older += metadata.get(OLDER) instanceof Number count ? count.longValue() : 0;
        texts(metadata.get(LINES)).forEach(this::add);
        if (ofThisTurn) {
            ids.addAll(texts(metadata.get(IDS)));
        }
    }

    /** Messages that go together, so that the results are among them. */
    void addAllOf(List<Message> block, boolean ofThisTurn) {
        Map<String, Message> results = new HashMap<>();
        for (Message message : block) {
            if (message.toolCallId() != null) {
                results.put(message.toolCallId(), message);
            }
        }
        for (Message message : block) {
            for (ToolCall call : message.toolCalls()) {
                add("- " + inWords(call) + ": " + outcome(results.get(call.id())));
                if (ofThisTurn && ids.size() < MOST_IDS) {
                    ids.add(call.id());
                }
            }
        }
    }

    private void add(String line) {
        lines.add(line);
        if (lines.size() > MOST_LINES) {
            lines.removeFirst();
            older++;
        }
    }

    /** The newest that there is room for; empty if there is for none. */
    String listed(int budget, TokenCounter counter) {
        int left = budget - HEADING_TOKENS;
        int first = lines.size();
        while (first > 0 && counter.count(lines.get(first - 1)) + 1 <= left) {
            first--;
            left -= counter.count(lines.get(first)) + 1;
        }
        if (first == lines.size()) {
            return "";
        }
        long unlisted = older + first;
        return " The tool calls among them, and what came of each"
                + (unlisted == 0 ? "" : " (" + unlisted + " before these are not listed)") + ":\n"
                + String.join("\n", lines.subList(first, lines.size())) + "\n";
    }

    Map<String, @Nullable Object> metadata() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (!lines.isEmpty()) {
            fields.put(LINES, List.copyOf(lines));
            fields.put(OLDER, older);
            fields.put(IDS, List.copyOf(ids));
        }
        return fields;
    }

    private static String inWords(ToolCall call) {
        String input = EventDataJson.write(call.input());
        for (String key : new String[] {"command", "file_path", "pattern", "description"}) {
            if (call.input().get(key) instanceof String text) {
                input = text;
                break;
            }
        }
        return VisibleText.inOneLine(call.name()) + " `" + VisibleText.inOneLine(brief(input)) + "`";
    }

    private static String brief(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST_INPUT
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST_INPUT)) + "…";
    }

    private static String outcome(@Nullable Message result) {
        if (result == null) {
            return "no result";
        }
        if (result.text().startsWith(ToolAnswer.DENIED_BY_HOOK)) {
            return "denied";
        }
        return Boolean.TRUE.equals(result.metadata().get("is_error")) ? "failed" : "ok";
    }

    private static List<String> texts(@Nullable Object list) {
        return list instanceof List<?> items
                ? items.stream()
                        .filter(String.class::isInstance)
                        .map(String::valueOf)
                        .toList()
                : List.of();
    }
}
