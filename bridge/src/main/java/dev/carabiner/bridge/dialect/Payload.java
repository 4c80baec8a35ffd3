package dev.carabiner.bridge.dialect;

import dev.carabiner.bridge.dialect.FieldRow.Form;
import dev.carabiner.event.EventData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes what a hook of another agent reads, from an event here. Fields that no table knows are passed on as they are. */
public final class Payload {

    private static final int MOST_CONTENT = 1024 * 1024;

    /** Fields here that have their own way into a payload, or none. */
    private static final Set<String> OURS = Set.of(
            "session_id",
            "timestamp",
            "tool_call_id",
            "tool_name",
            "tool_input",
            "tool_result",
            "success",
            "mount_plan",
            "metadata",
            "response",
            "status",
            "agent_name",
            "task",
            "parent_session_id",
            "config_override",
            "result",
            "error",
            "current_tokens",
            "target_tokens",
            "previous_tokens",
            "messages_count",
            "stats");

    private Payload() {}

    /** One payload. */
    public static EventData of(Dialect dialect, EventRow row, Occasion occasion) {
        Map<String, @Nullable Object> payload = new LinkedHashMap<>();
        dialect.base().forEach(field -> put(payload, field, dialect, row, occasion));
        row.fields().forEach(field -> put(payload, field, dialect, row, occasion));
        occasion.data().asMap().forEach((key, value) -> {
            if (!OURS.contains(key) && !isTold(key, row)) {
                payload.putIfAbsent(key, value);
            }
        });
        return EventData.of(payload);
    }

    /** Whether a field here is in the payload under their name already. */
    private static boolean isTold(String ours, EventRow row) {
        return row.fields().stream().anyMatch(field -> field.ours().equals(ours));
    }

    /**
     * What the event's data are after an answer: their tool input written in ours, with relative names as they were.
     *
     * @param input as the hook has given it
     */
    public static EventData input(Dialect dialect, Occasion occasion, EventData input) {
        EventData before = occasion.data().object("tool_input");
        EventData ours = EventData.of(dialect.tools().ours(occasion.tool(), input.asMap()));
        return before == null ? ours : FilePaths.asBefore(ours, before, occasion.directory());
    }

    private static void put(
            Map<String, @Nullable Object> payload, FieldRow field, Dialect dialect, EventRow row, Occasion occasion) {
        Object value = value(field, dialect, row, occasion);
        if (value == null) {
            value = field.otherwise();
        }
        if (value != null || field.form() == Form.NULLABLE) {
            nested(payload, field.theirs(), value);
        }
    }

    /** A value of that name in the data comes from a host that knows better. */
    private static @Nullable Object value(FieldRow field, Dialect dialect, EventRow row, Occasion occasion) {
        EventData data = occasion.data();
        if (data.get(field.theirs()) != null && !OURS.contains(field.theirs())) {
            return data.get(field.theirs());
        }
        ToolTable tools = dialect.tools();
        return switch (field.form()) {
            case PLAIN, NULLABLE -> field.ours().isEmpty() ? null : data.get(field.ours());
            case TOOL_NAME -> occasion.tool().isEmpty() ? null : tools.theirs(occasion.tool());
            case TOOL_INPUT ->
                tools.theirs(occasion.tool(), input(tools, occasion).asMap());
            case OUR_TOOL_NAME -> occasion.tool();
            case SERVER_TOOL -> ToolTable.serverTool(occasion.tool());
            case SERVER -> ToolTable.server(occasion.tool());
            case OUR_TOOL_INPUT -> occasion.input().asMap();
            case TOOL_INPUT_TEXT ->
                JsonText.of(tools.theirs(occasion.tool(), occasion.input().asMap()));
            case FROM_INPUT -> occasion.input().get(field.ours());
            case TOOL_RESPONSE -> ToolResponses.claude(occasion);
            case TOOL_CONTENT -> ToolResponses.gemini(occasion);
            case TOOL_RESULT -> ToolResponses.copilot(occasion);
            case TOOL_OUTPUT -> ToolResponses.text(occasion);
            case ERROR_TEXT -> ToolResponses.error(occasion);
            case EDITS -> edits(occasion.input());
            case FILE_CONTENT -> content(occasion);
            case SESSION -> occasion.sessionId().isEmpty() ? data.get("session_id") : occasion.sessionId();
            case SUB_AGENT -> occasion.sessionId().equals(data.get("session_id")) ? null : data.get("session_id");
            case EVENT -> row.theirs();
            case DIRECTORY -> occasion.directory().toString();
            case ROOTS -> List.of(occasion.project().toString());
            case TRANSCRIPT -> occasion.transcript().toString();
            case TIME -> occasion.now().toString();
            case TIME_MILLIS -> occasion.now().toEpochMilli();
            case TIME_TEXT -> String.valueOf(occasion.now().toEpochMilli());
        };
    }

    private static EventData input(ToolTable tools, Occasion occasion) {
        ToolTable.Row row = tools.ofOurs(occasion.tool());
        if (row != null && row.patch()) {
            return FilePaths.relative(occasion.input(), occasion.directory());
        }
        boolean given = !tools.absolute() && occasion.data().get("tool_input") instanceof Map;
        EventData input = given ? occasion.data().object("tool_input") : null;
        return input == null ? occasion.input() : input;
    }

    @SuppressWarnings("unchecked") // only this class puts maps there
    private static void nested(Map<String, @Nullable Object> payload, String name, @Nullable Object value) {
        int dot = name.indexOf('.');
        if (dot < 0) {
            payload.put(name, value);
        } else {
            Object inner = payload.computeIfAbsent(name.substring(0, dot), key -> new LinkedHashMap<>());
            nested((Map<String, @Nullable Object>) inner, name.substring(dot + 1), value);
        }
    }

    private static Object edits(EventData input) {
        if (input.get("edits") instanceof List<?> edits) {
            return edits;
        }
        Object after = input.has("content") ? input.get("content") : input.get("new_string");
        Map<String, @Nullable Object> edit = new LinkedHashMap<>();
        edit.put("old_string", input.has("old_string") ? input.get("old_string") : "");
        edit.put("new_string", after == null ? "" : after);
        return List.of(edit);
    }

    /** The beginning of the file; empty if it cannot be read. */
    private static String content(Occasion occasion) {
        if (!(occasion.input().get("file_path") instanceof String name)) {
            return "";
        }
        try {
            Path file = Path.of(name);
            if (!Files.isRegularFile(file)) {
                return "";
            }
            try (InputStream in = Files.newInputStream(file)) {
                return new String(in.readNBytes(MOST_CONTENT), StandardCharsets.UTF_8);
            }
        } catch (IOException | InvalidPathException e) {
            return "";
        }
    }
}
