package dev.carabiner.context;

import dev.carabiner.event.EventData;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One message of the conversation.
 *
 * @param metadata JSON-shaped and unmodifiable; for what a hook injected it holds {@code source=hook},
 *     {@code hook_name}, {@code event} and {@code timestamp}
 * @param toolCalls what the assistant wants to run, in order; empty for all other messages
 * @param toolCallId for a tool's result, the call it answers
 */
public record Message(
        Role role,
        String text,
        Map<String, @Nullable Object> metadata,
        List<ToolCall> toolCalls,
        @Nullable String toolCallId) {

    public Message {
        Objects.requireNonNull(role, "the role of a message");
        Objects.requireNonNull(text, "the text of a message");
        metadata = EventData.of(metadata).asMap();
        toolCalls = List.copyOf(toolCalls);
    }

    /** A system message without metadata. */
    public static Message system(String text) {
        return plain(Role.SYSTEM, text);
    }

    /** A message of the user, without metadata. */
    public static Message user(String text) {
        return plain(Role.USER, text);
    }

    /** An answer of the model that calls no tool. */
    public static Message assistant(String text) {
        return plain(Role.ASSISTANT, text);
    }

    /** The assistant's answer with everything it wants to run. */
    public static Message assistant(String text, List<ToolCall> toolCalls) {
        return new Message(Role.ASSISTANT, text, Map.of(), toolCalls, null);
    }

    /** An answer of the model that is one call and no text. */
    public static Message toolCall(String id, String name, Map<String, ?> input) {
        return toolCall(id, name, EventData.of(input));
    }

    /** The same with data that need not be copied. */
    public static Message toolCall(String id, String name, EventData input) {
        return assistant("", List.of(new ToolCall(id, name, input)));
    }

    /** What a tool answered to the call with this id. */
    public static Message toolResult(String id, String text) {
        return new Message(Role.TOOL, text, Map.of(), List.of(), Objects.requireNonNull(id, "the tool call's id"));
    }

    /** Whether the message answers a call. */
    public boolean isToolResult() {
        return toolCallId != null;
    }

    /** The same message with another text. */
    public Message withText(String newText) {
        return new Message(role, newText, metadata, toolCalls, toolCallId);
    }

    /** The same message with these metadata instead of its own. */
    public Message withMetadata(EventData newMetadata) {
        return withMetadata(newMetadata.asMap());
    }

    /** The same message with a copy of these metadata instead of its own. */
    public Message withMetadata(Map<String, ?> newMetadata) {
        return new Message(role, text, EventData.of(newMetadata).asMap(), toolCalls, toolCallId);
    }

    private static Message plain(Role role, String text) {
        return new Message(role, text, Map.of(), List.of(), null);
    }
}
