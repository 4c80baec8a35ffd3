package dev.carabiner.bridge.dialect;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a JSON answer. A field of the wrong type is a failure: what was meant by it is not known. */
record AnswerFields(EventData json) {

    private static final int MOST_SHOWN = 300;

    /** The answer in a text that begins as JSON does; null if it does not. */
    static @Nullable AnswerFields in(String text) {
        if (!text.startsWith("{")) {
            return null;
        }
        try {
            return new AnswerFields(EventDataJson.read(text));
        } catch (CarabinerException e) {
            throw new HookFailedException("it answered what is no JSON object: " + shown(text), e);
        }
    }

    /** The hook did not judge: what it wrote is cited. */
    static HookFailedException failed(Said said) {
        String why = said.errorText().isEmpty() ? said.text() : said.errorText();
        String what = said.missing()
                ? "what it runs is not there, or cannot be read (exit code "
                : "it ended with exit code ";
        return new HookFailedException(
                what + said.exitCode() + (said.missing() ? ")" : "") + (why.isEmpty() ? "" : ": " + shown(why)));
    }

    static String shown(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
    }

    /** The first of these that is there as text; empty if none is. */
    String text(String... keys) {
        for (String key : keys) {
            Object value = json.get(key);
            if (value instanceof String text && !text.isBlank()) {
                return text;
            }
            if (value != null && !(value instanceof String)) {
                throw wrong(key, "text");
            }
        }
        return "";
    }

    boolean has(String key) {
        return json.get(key) != null;
    }

    boolean flag(String key, boolean otherwise) {
        Object value = json.get(key);
        if (value == null || value instanceof Boolean) {
            return value == null ? otherwise : (Boolean) value;
        }
        throw wrong(key, "true or false");
    }

    /** One of a few words; empty if it is not there. */
    String word(String key, String... possible) {
        String word = text(key);
        if (word.isEmpty() || List.of(possible).contains(word)) {
            return word;
        }
        throw wrong(key, "one of " + String.join(", ", Arrays.asList(possible)));
    }

    @Nullable
    EventData object(String key) {
        Object value = json.get(key);
        if (value == null || value instanceof Map) {
            return value == null ? null : json.object(key);
        }
        throw wrong(key, "an object");
    }

    AnswerFields inside(String key) {
        EventData object = object(key);
        return new AnswerFields(object == null ? EventData.empty() : object);
    }

    void onlyKnows(String where, String... keys) {
        json.asMap().keySet().stream()
                .filter(key -> !List.of(keys).contains(key))
                .findFirst()
                .ifPresent(key -> {
                    throw new HookFailedException("its answer has the field " + key + where + ", which is not known");
                });
    }

    private HookFailedException wrong(String key, String expected) {
        return new HookFailedException("the field " + key + " of its answer is not " + expected + ", but "
                + shown(String.valueOf(json.get(key))));
    }
}
