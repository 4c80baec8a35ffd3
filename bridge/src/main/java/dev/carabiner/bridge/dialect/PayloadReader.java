package dev.carabiner.bridge.dialect;

import dev.carabiner.bridge.dialect.FieldRow.Form;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.InvalidJsonException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what an agent tells its hooks, by the same tables that {@link Payload} writes it with. */
public final class PayloadReader {

    /** What the session here decides and no payload can. */
    private static final Set<String> RESERVED = Set.of("session_id", "timestamp", "mount_plan");

    private PayloadReader() {}

    /**
     * The event of a payload.
     *
     * @param named the event that the hook was registered for, where the payload does not say; empty if that is not known
     * @throws UnknownPayloadException if it is no event that the tables know
     */
    public static AgentEvent read(Dialect dialect, EventData payload, String named) {
        EventRow row = row(dialect, payload, named);
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        payload.asMap().forEach((key, value) -> {
            if (!RESERVED.contains(key)) {
                data.put(key, value);
            }
        });
        String[] found = {"", ""};
        dialect.base().forEach(field -> take(field, dialect, payload, data, found));
        row.fields().forEach(field -> take(field, dialect, payload, data, found));
        if (!row.tools().isEmpty()) {
            if (!(data.get("tool_name") instanceof String name) || !row.isFor(name)) {
                data.put("tool_name", toolOf(row, payload));
            }
            data.putIfAbsent("tool_input", new LinkedHashMap<>());
        }
        if (at(payload.asMap(), "tool_info.mcp_tool_name") instanceof String tool) {
            data.put("tool_name", "mcp__" + at(payload.asMap(), "tool_info.mcp_server_name") + "__" + tool);
        }
        if (row.ours().equals("tool:pre") && !(data.get("tool_name") instanceof String)) {
            throw new UnknownPayloadException(
                    "an event " + row.theirs() + " of " + dialect.agent() + " names its tool, and this one does not");
        }
        return new AgentEvent(row, EventData.of(data), found[0], found[1]);
    }

    private static EventRow row(Dialect dialect, EventData payload, String named) {
        String event = named.isEmpty() ? EventName.in(dialect, payload) : named;
        List<EventRow> rows = dialect.eventsNamed(event);
        if (rows.isEmpty()) {
            throw new UnknownPayloadException(
                    event.isEmpty()
                            ? "it does not say which event of " + dialect.agent() + " it is"
                            : "there is no event " + AnswerFields.shown(event) + " of " + dialect.agent()
                                    + " that could be judged");
        }
        String source = String.valueOf(payload.get("source"));
        boolean failed = String.valueOf(payload.get("tool_response")).contains("\"error\"");
        return rows.stream()
                .filter(it -> !it.ours().equals("session:resume") || source.equals("resume"))
                .filter(it -> it.when() != EventRow.When.FAILED && it.when() != EventRow.When.SUB_AGENT)
                .filter(it -> failed || !it.ours().equals("error:tool") || rows.size() == 1)
                .filter(it -> !source.equals("resume") || !it.ours().equals("session:start"))
                .findFirst()
                .orElse(rows.getFirst());
    }

    private static void take(
            FieldRow field, Dialect dialect, EventData payload, Map<String, @Nullable Object> data, String[] found) {
        Object value = at(payload.asMap(), field.theirs());
        if (value == null) {
            return;
        }
        switch (field.form()) {
            case SESSION -> found[0] = String.valueOf(value);
            case DIRECTORY -> found[1] = String.valueOf(value);
            case ROOTS ->
                found[1] = found[1].isEmpty() && value instanceof List<?> roots && !roots.isEmpty()
                        ? String.valueOf(roots.getFirst())
                        : found[1];
            case SUB_AGENT -> {
                return; // a sub-agent of theirs has no session here: its id is kept under their name
            }
            case EVENT, TIME, TIME_MILLIS, TIME_TEXT, TRANSCRIPT, FILE_CONTENT, EDITS -> {}
            case TOOL_NAME -> data.put("tool_name", dialect.tools().ours(String.valueOf(value)));
            case OUR_TOOL_NAME -> data.put("tool_name", value);
            case SERVER_TOOL, SERVER -> {} // the two together are the tool's name here
            case TOOL_INPUT, OUR_TOOL_INPUT, TOOL_INPUT_TEXT ->
                data.put("tool_input", input(dialect, payload, object(value)));
            case FROM_INPUT -> within(data, "tool_input").put(field.ours(), value);
            case TOOL_RESPONSE, TOOL_CONTENT, TOOL_RESULT, TOOL_OUTPUT ->
                data.put("tool_result", ToolResponses.ours(value));
            case ERROR_TEXT -> {
                Map<String, Object> error = new LinkedHashMap<>();
                error.put("type", "error");
                error.put("message", String.valueOf(value));
                data.put("error", error);
            }
            case PLAIN, NULLABLE -> {
                if (!field.ours().isEmpty() && !RESERVED.contains(field.ours())) {
                    data.put(field.ours(), value);
                }
            }
        }
        forget(field, data);
    }

    /** What has been taken under a name here is not kept under theirs as well, lest the two differ after a change. */
    private static void forget(FieldRow field, Map<String, @Nullable Object> data) {
        boolean moved = (field.form() != Form.PLAIN && field.form() != Form.NULLABLE)
                || !field.ours().isEmpty();
        boolean same = field.theirs().equals(field.ours())
                || field.theirs().equals("tool_name")
                || field.theirs().equals("tool_input");
        if (moved && !same && !field.theirs().contains(".")) {
            data.remove(field.theirs());
        }
    }

    private static Map<String, @Nullable Object> input(
            Dialect dialect, EventData payload, Map<String, @Nullable Object> theirs) {
        Object name = payload.get("tool_name") == null ? payload.get("toolName") : payload.get("tool_name");
        Object nested = at(payload.asMap(), "tool_call.name");
        String tool = String.valueOf(name == null ? nested == null ? "" : nested : name);
        return dialect.tools().fromTheirs(tool, theirs);
    }

    /** The input of a tool is a JSON text in early versions of some agents. */
    @SuppressWarnings("unchecked") // the values of event data have text for keys
    private static Map<String, @Nullable Object> object(Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        try {
            return EventDataJson.read(String.valueOf(value)).asMap();
        } catch (InvalidJsonException e) {
            throw new UnknownPayloadException("the input of the tool is neither an object nor one in JSON");
        }
    }

    private static String toolOf(EventRow row, EventData payload) {
        String only = row.tools().getFirst();
        Object name = payload.get("tool_name");
        return only.endsWith("*") ? ToolTable.ofServer(payload.get("mcp_server_name"), name) : only;
    }

    @SuppressWarnings("unchecked") // only this class puts maps there
    private static Map<String, @Nullable Object> within(Map<String, @Nullable Object> data, String key) {
        Object inner = data.get(key);
        if (!(inner instanceof LinkedHashMap)) {
            inner = new LinkedHashMap<String, @Nullable Object>();
            data.put(key, inner);
        }
        return (Map<String, @Nullable Object>) inner;
    }

    private static @Nullable Object at(Map<?, ?> payload, String path) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            return payload.get(path);
        }
        return payload.get(path.substring(0, dot)) instanceof Map<?, ?> inner
                ? at(inner, path.substring(dot + 1))
                : null;
    }
}
