package dev.carabiner.springai;

import dev.carabiner.host.Conversations;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
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
        RunningCalls running = new RunningCalls(turn.turn(), calls, names(prompt));
        ToolExecutionResult result = running.whileCurrent(() ->
                manager.executeToolCalls(withTools(prompt, tool -> GuardedTool.in(running, tool)), response));
        if (!result.returnDirect() || !running.hadError()) {
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

    private static Prompt withTools(Prompt prompt, UnaryOperator<ToolCallback> guard) {
        if (!(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
            return prompt;
        }
        ToolCallingChatOptions.Builder<?> changed = options.mutate();
        if (options.getToolCallbacks() != null) {
            changed.toolCallbacks(options.getToolCallbacks().stream().map(guard).toList());
        }
        return new Prompt(prompt.getInstructions(), changed.build());
    }
}
