package dev.carabiner.console;

import dev.carabiner.audit.format.RecordLine;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One record of an audit log, with the long values that it names put in.
 *
 * @param time as it is written: RFC 3339, UTC
 */
record LogRecord(String session, long seq, String time, String type, String actor, EventData data) {

    /** Reads a record; one that brings a long value leaves it with those. */
    static LogRecord of(RecordLine line, LongTexts values) {
        EventData data = EventDataJson.read(line.data());
        String type = line.type();
        if (type.equals("value")) {
            values.keep(data);
            return new LogRecord("", line.seq(), line.time(), type, "", EventData.empty());
        }
        return new LogRecord(text(line.session()), line.seq(), line.time(), type, text(line.actor()), values.in(data));
    }

    private static String text(String json) {
        EventData read = EventDataJson.read(("{\"t\":" + json + "}").getBytes(StandardCharsets.UTF_8));
        return VisibleText.inOneLine(String.valueOf(read.get("t")));
    }

    boolean isEmit() {
        return type.equals("emit");
    }

    /** A field of the record; empty if it is no text. */
    String field(String key) {
        return data.get(key) instanceof String text ? text : "";
    }

    /** The data of the event; empty if this is no emit. */
    EventData eventData() {
        EventData event = data.get("data") instanceof Map ? data.object("data") : null;
        return event == null ? EventData.empty() : event;
    }

    List<EventData> list(String key) {
        List<EventData> all = new ArrayList<>();
        if (data.get(key) instanceof List<?> list) {
            for (Object each : list) {
                EventData object = each instanceof Map<?, ?> map ? EventData.of(map(map)) : null;
                if (object != null) {
                    all.add(object);
                }
            }
        }
        return all;
    }

    @SuppressWarnings("unchecked") // objects of event data have text keys
    private static Map<String, ?> map(Map<?, ?> map) {
        return (Map<String, ?>) map;
    }

    static long number(EventData data, String key) {
        return data.get(key) instanceof Number number ? number.longValue() : 0;
    }

    /** The first words of a value, escaped, on one line; empty if there are none. */
    static String words(@Nullable Object value, int most) {
        if (value == null) {
            return "";
        }
        String text = value instanceof Map<?, ?> map ? EventDataJson.write(EventData.of(map(map))) : value.toString();
        String head = text.length() > 4 * most ? text.substring(0, 4 * most) : text;
        String line = VisibleText.inOneLine(head.strip().replaceAll("\\s+", " "));
        boolean cut = line.codePointCount(0, line.length()) > most;
        return cut
                ? line.substring(0, line.offsetByCodePoints(0, most)) + "…"
                : line + (head.length() < text.length() ? "…" : "");
    }
}
