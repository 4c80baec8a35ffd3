package dev.carabiner.springai;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

/**
 * A tool that no request brings, and that the application's manager may find by its name. It stands in the tool's place:
 * the call is judged, and then the manager runs this one call, with the input that was permitted.
 */
final class ToolByName implements ToolCallback {

    private static final String UNKNOWN = "No ToolCallback found";

    private final String name;
    private final ToolCallingManager manager;
    private final Prompt prompt;
    private volatile boolean returnsDirectly = true;

    ToolByName(String name, ToolCallingManager manager, Prompt prompt) {
        this.name = name;
        this.manager = manager;
        this.prompt = prompt;
    }

    @Override
    public ToolDefinition getToolDefinition() {
        return ToolDefinition.builder()
                .name(name)
                .description(name)
                .inputSchema("{}")
                .build();
    }

    /** The manager wants to know before the tool is found; {@link #returnsDirectly()} knows afterwards. */
    @Override
    public ToolMetadata getToolMetadata() {
        return ToolMetadata.builder().returnDirect(true).build();
    }

    /** Whether the results of all its calls go to the user. */
    boolean returnsDirectly() {
        return returnsDirectly;
    }

    @Override
    public String call(String arguments) {
        return call(arguments, null);
    }

    /**
     * Called when it is permitted.
     *
     * @throws UnknownToolException if the manager does not find it either
     */
    @Override
    public String call(String arguments, @Nullable ToolContext context) {
        AssistantMessage.ToolCall call = new AssistantMessage.ToolCall("", "function", name, arguments);
        AssistantMessage answer =
                AssistantMessage.builder().content("").toolCalls(List.of(call)).build();
        ChatResponse only = new ChatResponse(List.of(new Generation(answer)));
        Permitted permitted = new Permitted(name, arguments);
        ToolExecutionResult result;
        try {
            result = permitted.during(() -> manager.executeToolCalls(withoutTurn(context), only));
        } catch (IllegalStateException e) {
            throw e.getMessage() != null && e.getMessage().startsWith(UNKNOWN) ? new UnknownToolException(e) : e;
        }
        if (permitted.problem() != null) {
            throw permitted.problem();
        }
        returnsDirectly &= result.returnDirect();
        Message last = result.conversationHistory().getLast();
        return last instanceof ToolResponseMessage results
                        && !results.getResponses().isEmpty()
                ? results.getResponses().getLast().responseData()
                : "";
    }

    private Prompt withoutTurn(@Nullable ToolContext context) {
        if (!(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
            return prompt;
        }
        Map<String, Object> left = new HashMap<>(context == null ? Map.of() : context.getContext());
        left.remove(ClientTurn.KEY);
        return new Prompt(
                prompt.getInstructions(),
                options.mutate()
                        .toolCallbacks(List.of())
                        .toolContext((Map<String, Object>) null)
                        .toolContext(left)
                        .build());
    }
}
