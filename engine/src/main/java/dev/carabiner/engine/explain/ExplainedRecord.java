package dev.carabiner.engine.explain;

import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record of an audit log, as {@code docs/audit-format.md} describes them, with its long values put in.
 *
 * @param time as it is written
 * @param actor a hook, a person, a rule or a part of the kernel
 */
public record ExplainedRecord(String session, long seq, String time, String type, String actor, EventData data) {

    boolean isA(String wanted) {
        return type.equals(wanted);
    }

    /** Empty if it is no text. */
    String text(String key) {
        return text(data, key);
    }

    List<EventData> objects(String key) {
        return objects(data, key);
    }

    static String text(EventData data, String key) {
        return data.get(key) instanceof String text ? text : "";
    }

    static long number(EventData data, String key) {
        return data.get(key) instanceof Number number ? number.longValue() : 0;
    }

    /** Empty if it is no object. */
    static EventData object(EventData data, String key) {
        EventData object = data.get(key) instanceof Map ? data.object(key) : null;
        return object == null ? EventData.empty() : object;
    }

    @SuppressWarnings("unchecked") // objects of event data have text keys
    static List<EventData> objects(EventData data, String key) {
        List<EventData> all = new ArrayList<>();
        if (data.get(key) instanceof List<?> list) {
            for (@Nullable Object each : list) {
                if (each instanceof Map<?, ?> map) {
                    all.add(EventData.of((Map<String, ?>) map));
                }
            }
        }
        return all;
    }
}
