package dev.carabiner.bridge.dialect;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.event.EventData;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says an answer as a hook of one agent would: by exit code and streams. */
public interface AnswerWriter {

    /**
     * The answer in the agent's words. What the agent has no words for is left out; the caller has asked before.
     *
     * @param answer its input, if any, is in the agent's names
     */
    Said write(EventRow row, HookAnswer answer);

    /** Whether the agent itself asks its user when a hook of this event says so. */
    default boolean asks(EventRow row) {
        return false;
    }

    /** Whether an answer can put another input, or another output, in the place of the one that was judged. */
    default boolean rewrites(EventRow row) {
        return false;
    }

    /** Whether the agent puts a rewritten input over the one it has, so that a field which is left out stays. */
    default boolean merges() {
        return false;
    }

    /** Whether an answer can tell the model something beside. */
    default boolean tells(EventRow row) {
        return false;
    }

    /** Nothing at all: the agent goes on as it would without a hook. */
    static Said silence() {
        return new Said(0, "", "", false);
    }

    /** Exit code 2 and why: what most agents take for a denial, whichever event it is. */
    static Said refused(String json, String reason) {
        return new Said(2, json, reason, false);
    }

    /** A JSON document and exit code 0; silence if it has no field. */
    static Said said(Map<String, @Nullable Object> json) {
        return json.isEmpty() ? silence() : new Said(0, text(json), "", false);
    }

    /** The document in one line, its fields in the order of the map. */
    static String text(Map<String, @Nullable Object> json) {
        return JsonText.of(json);
    }

    /** An object of those fields that have a value. */
    static Map<String, @Nullable Object> object(@Nullable Object... fields) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            Object value = fields[i + 1];
            boolean empty = value == null || value.equals("") || (value instanceof Map<?, ?> map && map.isEmpty());
            if (!empty) {
                object.put(String.valueOf(fields[i]), value instanceof EventData data ? data.asMap() : value);
            }
        }
        return object;
    }
}
