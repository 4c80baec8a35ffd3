package dev.carabiner.console;

import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.audit.verify.NoLogException;
import dev.carabiner.audit.verify.TamperedException;
import dev.carabiner.event.EventData;
import dev.carabiner.file.FileProblem;
import dev.carabiner.json.InvalidJsonException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One session's log as a plain list: turns, and in each what the model said, the calls, and what was decided about them.
 * Only the newest turns are kept, and of each text the beginning.
 */
final class SessionReader {

    private static final int MOST_TURNS = 30;
    private static final int MOST_ROWS = 400;
    private static final int MOST_RECORDS = 200_000;
    private static final int WORDS = 240;

    /** One prompt and what came of it. */
    private static final class Turn {
        final int number;
        final String time;
        final String prompt;
        final List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        int leftOut;

        Turn(int number, String time, String prompt) {
            this.number = number;
            this.time = time;
            this.prompt = prompt;
        }
    }

    private final Deque<Turn> turns = new ArrayDeque<>();
    private final Map<String, Map<String, @Nullable Object>> calls = new LinkedHashMap<>();
    private int number;
    private long records;
    private @Nullable String problem;

    /** What is said instead of a log that would take too long to read. */
    static EventData tooLong() {
        SessionReader reader = new SessionReader();
        reader.problem = "The log is too long to be shown here; 'carabiner audit' reads it";
        return reader.json();
    }

    /** Reads the log now. Returns the turns, the newest last, and what is wrong with the log. */
    static EventData read(Path log) {
        SessionReader reader = new SessionReader();
        LongTexts values = new LongTexts();
        try {
            LogReading.read(log, chain -> {
                reader.take(LogRecord.of(chain.line(), values));
                return ++reader.records < MOST_RECORDS;
            });
        } catch (NoLogException | NoSuchFileException e) {
            reader.problem = null; // it has not begun
        } catch (TamperedException e) {
            reader.problem = "The log is not as it was written: " + e.getMessage();
        } catch (InvalidJsonException | IllegalArgumentException e) {
            reader.problem = "A record cannot be read";
        } catch (IOException e) {
            reader.problem = "The log cannot be read: " + FileProblem.inWords(e);
        }
        return reader.json();
    }

    private void take(LogRecord record) {
        switch (record.type()) {
            case "emit" -> emit(record);
            case "denial" -> denied(record);
            case "approval_request" -> {
                Map<String, @Nullable Object> call = calls.get(record.field("emit"));
                if (call != null) {
                    call.put("state", "waits");
                    call.put("asked_by", record.actor());
                    call.put("question", LogRecord.words(record.field("prompt"), WORDS));
                }
            }
            case "approval_decision" -> decided(record);
            case "permit_used" -> {
                Map<String, @Nullable Object> call = calls.get(record.field("emit"));
                if (call != null) {
                    call.put("state", "ran");
                }
            }
            case "injection" ->
                add(row(
                        record,
                        "injection",
                        record.actor(),
                        LogRecord.number(record.data(), "bytes") + " bytes, "
                                + LogRecord.words(record.field("fate"), WORDS)));
            case "message" -> add(row(record, "message", record.actor(), LogRecord.words(record.field("text"), WORDS)));
            case "port_failure" ->
                add(row(record, "failure", record.actor(), LogRecord.words(record.field("error"), WORDS)));
            default -> {
                // not for this list
            }
        }
    }

    private void emit(LogRecord record) {
        EventData data = record.eventData();
        switch (record.field("event")) {
            case "prompt:submit" -> {
                turns.addLast(new Turn(++number, record.time(), LogRecord.words(data.get("prompt"), 2 * WORDS)));
                if (turns.size() > MOST_TURNS) {
                    turns.removeFirst();
                }
            }
            case "session:start", "session:resume", "session:fork", "session:end" ->
                add(row(record, "session", record.field("event"), LogRecord.words(data.get("reason"), WORDS)));
            case "provider:response" -> {
                Object message = data.get("message");
                String text = message instanceof Map<?, ?> map ? LogRecord.words(map.get("content"), WORDS) : "";
                add(row(record, "model", LogRecord.words(data.get("model"), 60), text));
            }
            case "tool:pre" -> call(record, data);
            case "tool:post", "error:tool" -> result(record, data);
            case "prompt:complete" -> add(row(record, "answer", "", LogRecord.words(data.get("response"), 2 * WORDS)));
            default -> {
                // the live page has all events
            }
        }
    }

    private void call(LogRecord record, EventData data) {
        String tool = LogRecord.words(data.get("tool_name"), 80);
        Map<String, @Nullable Object> call =
                row(record, "call", tool, LogRecord.words(LiveRow.mainArgument(data), WORDS));
        call.put("state", record.field("action").equals("deny") ? "denied" : "allowed");
        call.put("runs", SessionNotes.runs(record));
        add(call);
        calls.put(record.field("emit"), call);
        if (calls.size() > MOST_ROWS) {
            calls.remove(calls.keySet().iterator().next());
        }
    }

    private void result(LogRecord record, EventData data) {
        Map<String, @Nullable Object> call = calls.get(record.field("parent"));
        if (call == null) {
            return;
        }
        Object told = data.get("tool_result") instanceof Map<?, ?> result ? result.get("output") : null;
        Object error = data.get("error") instanceof Map<?, ?> map ? map.get("message") : null;
        boolean failed = error != null || Boolean.FALSE.equals(data.get("success"));
        call.put("state", failed ? "failed" : "ran");
        call.put("result", LogRecord.words(error == null ? told : error, WORDS));
        if (data.get("duration_ms") instanceof Number millis) {
            call.put("duration_ms", millis.longValue());
        }
    }

    private void denied(LogRecord record) {
        Map<String, @Nullable Object> call = calls.get(record.field("emit"));
        String reason = LogRecord.words(record.field("reason"), WORDS);
        if (call == null) {
            Map<String, @Nullable Object> row = row(record, "denied", record.actor(), reason);
            row.put("state", "denied");
            add(row);
        } else {
            call.put("state", "denied");
            call.put("decided_by", record.actor());
            call.put("reason", reason);
        }
    }

    private void decided(LogRecord record) {
        Map<String, @Nullable Object> call = calls.get(record.field("emit"));
        if (call != null) {
            call.put("state", Boolean.TRUE.equals(record.data().get("granted")) ? "allowed" : "denied");
            call.put("decided_by", LogRecord.words(record.field("decided_by"), 80));
            call.put("channel", LogRecord.words(record.field("channel"), 80));
            call.put("how", record.field("how"));
        }
    }

    private static Map<String, @Nullable Object> row(LogRecord record, String kind, String name, String words) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("seq", record.seq());
        row.put("time", record.time());
        row.put("session", record.session());
        row.put("kind", kind);
        row.put("name", name);
        row.put("words", words);
        return row;
    }

    private void add(Map<String, @Nullable Object> row) {
        if (turns.isEmpty()) {
            turns.addLast(new Turn(0, String.valueOf(row.get("time")), ""));
        }
        Turn turn = turns.getLast();
        if (turn.rows.size() < MOST_ROWS) {
            turn.rows.add(row);
        } else {
            turn.leftOut++;
        }
    }

    private EventData json() {
        List<EventData> all = new ArrayList<>();
        for (Turn turn : turns) {
            all.add(EventData.of(
                    "turn",
                    turn.number,
                    "time",
                    turn.time,
                    "prompt",
                    turn.prompt,
                    "rows",
                    turn.rows,
                    "left_out",
                    turn.leftOut));
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("turns", all);
        fields.put("earlier", Math.max(0, number - MOST_TURNS));
        fields.put("problem", records >= MOST_RECORDS ? "The log is too long to be shown whole" : problem);
        return EventData.of(fields);
    }
}
