package dev.carabiner.host;

import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventDataException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message as the events of a model's request and answer carry it, both ways. */
final class MessageFields {

    private MessageFields() {}

    static EventData of(Message message) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("role", message.role());
        fields.put("content", message.text());
        if (!message.toolCalls().isEmpty()) {
            fields.put(
                    "tool_calls",
                    message.toolCalls().stream()
                            .map(call -> EventData.of("id", call.id(), "name", call.name(), "input", call.input()))
                            .toList());
        }
        if (message.toolCallId() != null) {
            fields.put("tool_call_id", message.toolCallId());
        }
        if (!message.metadata().isEmpty()) {
            fields.put("metadata", message.metadata());
        }
        return EventData.of(fields);
    }

    /** @throws IllegalArgumentException if what a hook has left is no message; the text says why */
    static Message read(@Nullable Object left) {
        EventData data = object(left, "One of the messages");
        try {
            EventData metadata = data.object("metadata");
            Message message = new Message(
                    role(data.text("role")), text(data, "content"), Map.of(), calls(data), data.text("tool_call_id"));
            return metadata == null ? message : message.withMetadata(metadata);
        } catch (InvalidEventDataException e) {
            throw new IllegalArgumentException("In a message, " + e.getMessage(), e);
        }
    }

    private static Role role(@Nullable String name) {
        for (Role role : Role.values()) {
            if (role.name().toLowerCase(Locale.ROOT).equals(name)) {
                return role;
            }
        }
        throw new IllegalArgumentException("A message has the role \"" + name + "\"");
    }

    private static List<ToolCall> calls(EventData data) {
        return switch (data.get("tool_calls")) {
            case null -> List.of();
            case List<?> calls -> calls.stream().map(MessageFields::call).toList();
            default -> throw new IllegalArgumentException("The tool_calls of a message are not a list");
        };
    }

    private static ToolCall call(@Nullable Object left) {
        EventData call = object(left, "A tool call of a message");
        return new ToolCall(
                text(call, "id"), text(call, "name"), object(call.get("input"), "The input of a tool call"));
    }

    private static EventData object(@Nullable Object left, String what) {
        if (!(left instanceof Map<?, ?> fields)) {
            throw new IllegalArgumentException(what + " is not an object");
        }
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        fields.forEach((key, value) -> named.put(String.valueOf(key), value));
        return EventData.of(named);
    }

    private static String text(EventData data, String key) {
        if (data.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("A message has no " + key + ", or one that is not text");
    }
}
