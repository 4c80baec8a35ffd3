package dev.carabiner.console;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the records of a session say of it so far: its turn, the last words of user and model, what was denied. */
final class SessionNotes {

    private static final int LONGEST = 600;
    private static final int MOST_EMITS = 50;

    private final Map<String, LogRecord> asking = new LinkedHashMap<>();
    private String prompt = "";
    private String model = "";
    private int turn;
    private int calls;
    private int denied;
    private int asked;

    /** Returns the request's id and the emit that asked, if the record tells of a new request. */
    @Nullable
    LogRecord take(LogRecord record) {
        if (record.isEmit()) {
            emit(record);
        } else if (record.type().equals("denial")) {
            denied++;
        } else if (record.type().equals("approval_request")) {
            asked++;
            return asking.get(record.field("emit"));
        }
        return null;
    }

    private void emit(LogRecord record) {
        EventData data = record.eventData();
        switch (record.field("event")) {
            case "prompt:submit" -> {
                turn++;
                prompt = shown(data.get("prompt"));
                model = "";
            }
            case "provider:response" -> {
                Object message = data.get("message");
                model = message instanceof Map<?, ?> map ? shown(map.get("content")) : "";
            }
            case "tool:pre" -> calls++;
            default -> {
                // nothing to note
            }
        }
        if (record.field("action").equals("ask_user")) {
            asking.put(record.field("emit"), record);
            if (asking.size() > MOST_EMITS) {
                asking.remove(asking.keySet().iterator().next());
            }
        }
    }

    private static String shown(@Nullable Object value) {
        String text = value instanceof String words ? words : "";
        boolean cut = text.length() > LONGEST;
        return VisibleText.escaped(cut ? text.substring(0, LONGEST) : text) + (cut ? "…" : "");
    }

    int turn() {
        return turn;
    }

    EventData said() {
        return EventData.of("user", prompt, "model", model);
    }

    EventData counts() {
        return EventData.of("turns", turn, "calls", calls, "denied", denied, "asked", asked);
    }

    /** The hooks that ran in an emit, and how many were not for it. */
    static List<EventData> runs(LogRecord emit) {
        List<EventData> runs = new ArrayList<>();
        for (EventData run : emit.list("runs")) {
            runs.add(EventData.of(
                    "hook",
                    String.valueOf(run.get("hook")),
                    "priority",
                    LogRecord.number(run, "priority"),
                    "action",
                    String.valueOf(run.get("action")),
                    "elapsed_ns",
                    LogRecord.number(run, "elapsed_nanos")));
        }
        for (EventData skipped : emit.list("skipped")) {
            runs.add(EventData.of(
                    "hook",
                    String.valueOf(skipped.get("hook")),
                    "priority",
                    LogRecord.number(skipped, "priority"),
                    "action",
                    "skipped",
                    "elapsed_ns",
                    0));
        }
        return runs;
    }
}
