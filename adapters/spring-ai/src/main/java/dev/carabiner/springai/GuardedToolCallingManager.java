package dev.carabiner.springai;

import dev.carabiner.host.Conversations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** Runs the tools of an answer through the hooks: the framework's manager is given guarded tools. */
final class GuardedToolCallingManager implements ToolCallingManager {

    private final ToolCallingManager manager;
    private final Conversations conversations;

    GuardedToolCallingManager(ToolCallingManager manager, Conversations conversations) {
        this.manager = manager;
        this.conversations = conversations;
    }

    @Override
    public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions options) {
        return manager.resolveToolDefinitions(options);
    }

    @Override
    public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse response) {
        ClientTurn turn = ClientTurn.of(prompt);
        if (turn != null) {
            return execute(turn, prompt, response);
        }
        // A loop without the advisors: its calls are judged all the same, in a session of their own.
        ClientTurn own = ClientTurn.begin(conversations, Map.of(), "");
        try {
            return execute(own, prompt, response);
        } finally {
            own.run().end();
        }
    }

    private ToolExecutionResult execute(ClientTurn turn, Prompt prompt, ChatResponse response) {
        List<AssistantMessage.ToolCall> calls = response.getResults().stream()
                .flatMap(it -> it.getOutput().getToolCalls().stream())
                .toList();
        List<String> names = names(prompt);
        RunningCalls running = new RunningCalls(turn.turn(), calls, () -> names);
        List<ToolByName> others = calls.stream()
                .map(AssistantMessage.ToolCall::name)
                .filter(it -> !names.contains(it))
                .distinct()
                .map(it -> new ToolByName(it, manager, prompt))
                .toList();
        ToolExecutionResult result;
        try {
            result = running.whileCurrent(() -> manager.executeToolCalls(guarded(prompt, running, others), response));
        } catch (UnknownToolException e) {
            throw e.told();
        }
        if (manager instanceof DefaultToolCallingManager) {
            for (AssistantMessage.ToolCall call : calls) { // it leaves out those that are over its limits
                turn.turn().settles(Objects.requireNonNullElse(call.id(), ""));
            }
        }
        boolean isDirect = !running.hadError() && others.stream().allMatch(ToolByName::returnsDirectly);
        if (!result.returnDirect() || isDirect) {
            return result;
        }
        return ToolExecutionResult.builder() // the model is to read why
                .conversationHistory(result.conversationHistory())
                .returnDirect(false)
                .build();
    }

    private static List<String> names(Prompt prompt) {
        return prompt.getOptions() instanceof ToolCallingChatOptions options && options.getToolCallbacks() != null
                ? options.getToolCallbacks().stream()
                        .map(it -> it.getToolDefinition().name())
                        .toList()
                : List.of();
    }

    private static Prompt guarded(Prompt prompt, RunningCalls running, List<ToolByName> others) {
        if (!(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
            return prompt;
        }
        List<ToolCallback> tools =
                new ArrayList<>(Objects.requireNonNullElse(options.getToolCallbacks(), List.<ToolCallback>of()));
        tools.addAll(others);
        tools.replaceAll(it -> GuardedTool.in(() -> running, it));
        return new Prompt(
                prompt.getInstructions(), options.mutate().toolCallbacks(tools).build());
    }
}
