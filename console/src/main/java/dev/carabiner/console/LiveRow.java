package dev.carabiner.console;

import dev.carabiner.event.EventData;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One emit as the live page shows it: what happened, who decided, how long the hooks took, the first words. */
record LiveRow(
        String session, long seq, String time, String event, String action, String hook, long nanos, String words) {

    private static final int WORDS = 120;
    private static final List<String> TELLING =
            List.of("prompt", "tool_input", "message", "response", "reason", "error", "text", "task", "model");

    /** The row of an emit; null for any other record. */
    static @Nullable LiveRow of(LogRecord record) {
        if (!record.isEmit()) {
            return null;
        }
        long nanos = record.list("runs").stream()
                .mapToLong(run -> LogRecord.number(run, "elapsed_nanos"))
                .sum();
        String action = record.field("action");
        boolean modified = action.equals("continue") && !record.list("changes").isEmpty();
        return new LiveRow(
                record.session(),
                record.seq(),
                record.time(),
                record.field("event"),
                modified ? "modify" : action,
                record.field("decided_by"),
                nanos,
                words(record));
    }

    private static String words(LogRecord record) {
        EventData data = record.eventData();
        if (data.get("tool_name") instanceof String tool) {
            return LogRecord.words(tool + " " + mainArgument(data), WORDS);
        }
        for (String key : TELLING) {
            Object value = data.get(key);
            Object told = value instanceof Map<?, ?> map && map.get("content") != null ? map.get("content") : value;
            if (told != null) {
                return LogRecord.words(told, WORDS);
            }
        }
        return "";
    }

    /** What a call is about: its command, file or address; else all of its input. */
    static String mainArgument(EventData data) {
        if (!(data.get("tool_input") instanceof Map<?, ?> input)) {
            return "";
        }
        for (String field : List.of("command", "file_path", "path", "url", "pattern", "prompt")) {
            if (input.get(field) instanceof String text) {
                return text;
            }
        }
        return input.isEmpty() ? "" : LogRecord.words(input, WORDS);
    }

    /** Names it among all rows. */
    String id() {
        return session + "/" + seq;
    }

    EventData json() {
        return EventData.of(
                "id",
                id(),
                "session",
                session,
                "seq",
                seq,
                "time",
                time,
                "event",
                event,
                "action",
                action,
                "hook",
                hook,
                "elapsed_ns",
                nanos,
                "words",
                words);
    }
}
