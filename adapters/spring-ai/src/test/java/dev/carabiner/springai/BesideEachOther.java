package dev.carabiner.springai;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.DefaultToolExecutionExceptionProcessor;
import org.springframework.ai.tool.execution.ToolExecutionException;

/** A manager of the application's that runs several calls of an answer each on a thread of its own. */
final class BesideEachOther implements ToolCallingManager {

    private final ToolCallingManager usual = ToolCallingManager.builder().build();

    @Override
    public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions options) {
        return usual.resolveToolDefinitions(options);
    }

    @Override
    public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse response) {
        AssistantMessage answer = response.getResult().getOutput();
        if (answer.getToolCalls().size() == 1) {
            return usual.executeToolCalls(prompt, response);
        }
        List<ToolCallback> tools = ((ToolCallingChatOptions) prompt.getOptions()).getToolCallbacks();
        List<ToolResponseMessage.ToolResponse> results = answer.getToolCalls().stream()
                .map(call -> CompletableFuture.supplyAsync(
                        () -> result(tools, call), task -> Thread.ofVirtual().start(task)))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        List<Message> history = new ArrayList<>(prompt.getInstructions());
        history.add(answer);
        history.add(ToolResponseMessage.builder().responses(results).build());
        return ToolExecutionResult.builder().conversationHistory(history).build();
    }

    private static ToolResponseMessage.ToolResponse result(List<ToolCallback> tools, AssistantMessage.ToolCall call) {
        ToolCallback tool = tools.stream()
                .filter(it -> it.getToolDefinition().name().equals(call.name()))
                .findFirst()
                .orElseThrow();
        String text;
        try {
            text = tool.call(call.arguments());
        } catch (ToolExecutionException e) {
            text = DefaultToolExecutionExceptionProcessor.builder().build().process(e);
        }
        return new ToolResponseMessage.ToolResponse(call.id(), call.name(), text);
    }
}
