package dev.carabiner.context;

import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventDataException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message as event data, both ways: what hooks see of it, and what is written down. */
public final class MessageData {

    private MessageData() {}

    /** The message as events carry it. */
    public static EventData of(Message message) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("role", message.role());
        fields.put("content", message.text());
        if (!message.toolCalls().isEmpty()) {
            fields.put(
                    "tool_calls",
                    message.toolCalls().stream().map(MessageData::of).toList());
        }
        if (message.toolCallId() != null) {
            fields.put("tool_call_id", message.toolCallId());
        }
        if (!message.metadata().isEmpty()) {
            fields.put("metadata", message.metadata());
        }
        return EventData.of(fields);
    }

    private static EventData of(ToolCall call) {
        return EventData.of("id", call.id(), "name", call.name(), "input", call.input());
    }

    /**
     * Reads a message that may come from a hook or from a file.
     *
     * @param value what stands in the place of a message: event data or a map, if it is one
     * @throws IllegalArgumentException if it is none; the text says what is wrong with it
     */
    public static Message read(@Nullable Object value) {
        EventData data = object(value, "One of the messages");
        try {
            EventData metadata = data.object("metadata");
            Message message = new Message(
                    role(data), text(data, "content"), Map.of(), toolCalls(data), data.text("tool_call_id"));
            return metadata == null ? message : message.withMetadata(metadata);
        } catch (InvalidEventDataException e) {
            throw new IllegalArgumentException("In a message, " + e.getMessage(), e);
        }
    }

    private static Role role(EventData data) {
        String name = text(data, "role");
        for (Role role : Role.values()) {
            if (role.name().toLowerCase(Locale.ROOT).equals(name)) {
                return role;
            }
        }
        throw new IllegalArgumentException("A message has the role \"" + name + "\"");
    }

    private static List<ToolCall> toolCalls(EventData data) {
        return switch (data.get("tool_calls")) {
            case null -> List.of();
            case List<?> calls -> calls.stream().map(MessageData::toolCall).toList();
            default -> throw new IllegalArgumentException("The tool_calls of a message are not a list");
        };
    }

    private static ToolCall toolCall(@Nullable Object value) {
        EventData call = object(value, "A tool call of a message");
        return new ToolCall(
                text(call, "id"), text(call, "name"), object(call.get("input"), "The input of a tool call"));
    }

    private static EventData object(@Nullable Object value, String what) {
        return switch (value) {
            case EventData data -> data;
            case Map<?, ?> fields -> {
                Map<String, @Nullable Object> named = new LinkedHashMap<>();
                fields.forEach((key, field) -> named.put(String.valueOf(key), field));
                yield EventData.of(named);
            }
            case null, default -> throw new IllegalArgumentException(what + " is not an object");
        };
    }

    private static String text(EventData data, String key) {
        if (data.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("A message has no " + key + ", or one that is not text");
    }
}
