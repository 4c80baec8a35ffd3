package dev.carabiner.springai;

import dev.carabiner.host.Conversations;
import dev.carabiner.host.DelegationDeniedException;
import dev.carabiner.host.PromptRun;
import dev.carabiner.host.Turn;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.util.function.SingletonSupplier;

/** One prompt of a client, which is one turn of its conversation. */
final class ClientTurn {

    /** Where requests, and the tool context of their options, carry it. It is taken out before a tool sees the context. */
    static final String KEY = "carabiner.turn";

    private static final String ORCHESTRATOR = "spring_ai";

    private final PromptRun run;
    private volatile @Nullable Supplier<RunningCalls> calls; // of the last answer

    private ClientTurn(PromptRun run) {
        this.run = run;
    }

    /** @throws DelegationDeniedException if it is a sub-agent's, and a hook would not have that */
    static ClientTurn begin(
            Conversations conversations, Map<String, ? extends @Nullable Object> context, String prompt) {
        Turn delegating = Turn.current();
        if (delegating != null) {
            String agent = String.valueOf(
                    context.containsKey(CarabinerAdvisors.AGENT) ? context.get(CarabinerAdvisors.AGENT) : "agent");
            return new ClientTurn(PromptRun.delegated(delegating.conversation(), agent, prompt, ORCHESTRATOR));
        }
        Object known = context.get(ChatMemory.CONVERSATION_ID);
        String id = known == null ? UUID.randomUUID().toString() : String.valueOf(known);
        Runnable afterwards = known == null ? () -> conversations.end(id) : () -> {};
        return new ClientTurn(PromptRun.in(conversations.turn(id), ORCHESTRATOR, afterwards));
    }

    /** That of a request; null if it comes from a client without hooks. */
    static @Nullable ClientTurn of(ChatClientRequest request) {
        return request.context().get(KEY) instanceof ClientTurn turn ? turn : null;
    }

    static @Nullable ClientTurn of(Prompt prompt) {
        return prompt.getOptions() instanceof ToolCallingChatOptions options
                        && options.getToolContext() != null
                        && options.getToolContext().get(KEY) instanceof ClientTurn turn
                ? turn
                : null;
    }

    /**
     * The request with this turn in it, for the advisors inside and for the tool calls. Its tools are guarded from here on,
     * whatever loop runs them.
     */
    ChatClientRequest in(ChatClientRequest request, Prompt prompt) {
        ChatOptions options = prompt.getOptions();
        if (options instanceof ToolCallingChatOptions tools) {
            ToolCallingChatOptions.Builder<?> changed = tools.mutate().toolContext(KEY, this);
            if (tools.getToolCallbacks() != null) {
                changed.toolCallbacks(tools.getToolCallbacks().stream()
                        .map(it -> GuardedTool.in(this::calls, it))
                        .toList());
            }
            options = changed.build();
        }
        return request.mutate()
                .prompt(new Prompt(prompt.getInstructions(), options))
                .context(KEY, this)
                .build();
    }

    /** The model has answered with these calls, and may have them run. */
    void answered(List<AssistantMessage.ToolCall> wanted, Supplier<List<String>> available) {
        calls = SingletonSupplier.of(() -> new RunningCalls(turn(), wanted, available));
        wanted.forEach(it -> turn().expects(Objects.requireNonNullElse(it.id(), ""), it.name()));
    }

    private @Nullable RunningCalls calls() {
        Supplier<RunningCalls> last = calls;
        return last == null ? null : last.get();
    }

    PromptRun run() {
        return run;
    }

    Turn turn() {
        return run.turn();
    }
}
