package dev.carabiner.runtime.agent;

import dev.carabiner.context.ContextManager;
import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import java.util.LinkedHashSet;
import java.util.Set;

/** Answers the tool calls that were under way when a session stopped, so that the conversation can go on. */
final class OpenCalls {

    private static final String UNKNOWN =
            "Interrupted: the session ended before the result was known; it may have taken effect";

    private OpenCalls() {}

    static void close(ContextManager context) {
        Set<String> open = new LinkedHashSet<>();
        for (Message message : context.messages()) {
            message.toolCalls().stream().map(ToolCall::id).forEach(open::add);
            if (message.isToolResult()) {
                open.remove(message.toolCallId());
            }
        }
        for (String call : open) {
            context.add(Message.toolResult(call, UNKNOWN).withMetadata(EventData.of("is_error", true)));
        }
    }
}
