package dev.carabiner.bridge.program;

import dev.carabiner.bridge.dialect.HookFailedException;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.HookResultJson;
import java.lang.System.Logger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The one JSON document that a hook outside this JVM is given for an event, and the one that it answers with. */
public final class HookDocument {

    private static final Logger LOG = System.getLogger(HookDocument.class.getName());
    private static final int MOST_SHOWN = 300;

    private HookDocument() {}

    /** An event as a document. */
    public static EventData of(String event, EventData data, String hook, Duration deadline) {
        return EventData.of("v", 1, "event", event, "data", data, "hook", hook, "deadline_ms", deadline.toMillis());
    }

    /**
     * The result in an answer; null if there is none, which means continue.
     *
     * @throws HookFailedException if it is no result
     */
    public static @Nullable HookResult result(String answer) {
        String text = (answer.startsWith("\uFEFF") ? answer.substring(1) : answer).strip();
        if (text.isEmpty()) {
            return null;
        }
        try {
            return result(EventDataJson.read(text));
        } catch (HookFailedException e) {
            throw e;
        } catch (CarabinerException e) {
            throw new HookFailedException("it answered what is no result: " + shown(text), e);
        }
    }

    /** The result in fields that have been read; null if there are none. */
    static @Nullable HookResult result(EventData fields) {
        if (fields.isEmpty()) {
            return null;
        }
        if (fields.has("error")) {
            throw new HookFailedException("it failed: " + shown(String.valueOf(fields.get("error"))));
        }
        try {
            return HookResultJson.of(fields, warning -> LOG.log(Logger.Level.WARNING, warning));
        } catch (CarabinerException e) {
            throw new HookFailedException("it answered what is no result: " + e.getMessage(), e);
        }
    }

    /** Enough of a text to recognise it. */
    public static String shown(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
    }
}
