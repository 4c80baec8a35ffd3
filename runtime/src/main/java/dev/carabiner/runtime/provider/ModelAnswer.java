package dev.carabiner.runtime.provider;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import java.util.List;
import java.util.Map;

/**
 * What a model said.
 *
 * @param text may be empty, if it only wants tools to be run
 * @param stopReason in the provider's own words
 * @param metadata what the provider wants to find with this message when it is given the conversation again
 * @param faultyCalls why a call's arguments could not be read, by the call's position among the calls; its input is
 *     empty, it is not run, and the model is told why
 */
public record ModelAnswer(
        String text,
        List<ToolCall> toolCalls,
        Usage usage,
        String stopReason,
        EventData metadata,
        Map<Integer, String> faultyCalls) {

    public ModelAnswer {
        toolCalls = List.copyOf(toolCalls);
        faultyCalls = Map.copyOf(faultyCalls);
    }

    /** An answer whose calls can all be read. */
    public ModelAnswer(String text, List<ToolCall> toolCalls, Usage usage, String stopReason, EventData metadata) {
        this(text, toolCalls, usage, stopReason, metadata, Map.of());
    }

    /** An answer whose calls can all be read, and with which nothing is to be kept. */
    public ModelAnswer(String text, List<ToolCall> toolCalls, Usage usage, String stopReason) {
        this(text, toolCalls, usage, stopReason, EventData.empty());
    }

    /** The answer as a message of the conversation, with its tool calls. */
    public Message message() {
        return Message.assistant(text, toolCalls).withMetadata(metadata);
    }
}
