package dev.carabiner.adk;

import com.google.adk.agents.Callbacks.BeforeToolCallback;
import com.google.adk.agents.InvocationContext;
import com.google.adk.agents.LlmAgent;
import com.google.adk.plugins.Plugin;
import com.google.adk.tools.AgentTool;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.host.ToolFailure;
import dev.carabiner.host.Turn;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One call of a tool, run through the session's guarded call. */
final class AdkToolCall {

    private static final String PAST_THE_HOOKS =
            "This tool is an agent of a class of its own: what it does passes no hooks; use AgentTool itself";

    private final BaseTool tool;
    private final Map<String, Object> arguments;
    private final ToolContext context;
    private final List<Plugin> behind;
    private final @Nullable AdkConfirmations confirmations;
    private @Nullable Map<String, Object> result;
    private @Nullable Exception problem;
    private @Nullable Exception thrown; // by the tool itself

    /** @param behind the plugins that ADK would ask after Carabiner's */
    AdkToolCall(
            BaseTool tool,
            Map<String, Object> arguments,
            ToolContext context,
            List<Plugin> behind,
            @Nullable AdkConfirmations confirmations) {
        this.behind = behind;
        this.confirmations = confirmations;
        this.tool = tool;
        this.arguments = arguments;
        this.context = context;
    }

    Maybe<Map<String, Object>> through(Turn turn) throws InterruptedException {
        if (confirmations != null) {
            confirmations.take(context);
        }
        Map<String, Object> instead = answerOfOthers();
        String id = context.functionCallId().orElse("");
        EventData input;
        try {
            input = EventData.of(arguments);
        } catch (CarabinerException e) {
            ToolCall call = new ToolCall(id, tool.name(), EventData.empty());
            return error(turn.unreadable(call, "The arguments of this call are not JSON: " + e.getMessage()));
        }
        ToolAnswer answer =
                turn.call(new ToolCall(id, tool.name(), input), this::available, it -> run(turn, it, instead));
        if (answer.status() == ToolAnswer.Status.WAITING && confirmations != null) {
            confirmations.ask(context, answer.requestId());
        }
        if (problem != null && hasErrorCallbacks() && ToolFailure.isToldAsThrown(answer, thrown)) {
            return Maybe.error(problem);
        }
        if (result != null && !answer.isError() && answer.text().equals(AdkContents.text(result))) {
            return Maybe.just(result);
        }
        return answer.isError() ? error(answer.text()) : Maybe.just(Map.of("result", answer.text()));
    }

    private static Maybe<Map<String, Object>> error(String text) {
        return Maybe.just(Map.of("error", text));
    }

    /**
     * What ADK would call after this plugin, and does not call once that has answered: the plugins behind it and the agent's
     * own callbacks. Here they come first, so that what they change is judged. Null if none of them answers in the tool's
     * place.
     */
    private @Nullable Map<String, Object> answerOfOthers() {
        InvocationContext invocation = context.invocationContext();
        List<? extends BeforeToolCallback> own =
                invocation.agent() instanceof LlmAgent agent ? agent.canonicalBeforeToolCallbacks() : List.of();
        return Flowable.fromIterable(behind)
                .concatMapMaybe(it -> it.beforeToolCallback(tool, arguments, context))
                .concatWith(
                        Flowable.fromIterable(own).concatMapMaybe(it -> it.call(invocation, tool, arguments, context)))
                .firstElement()
                .blockingGet();
    }

    private boolean hasErrorCallbacks() {
        return context.invocationContext().agent() instanceof LlmAgent agent
                && !agent.canonicalOnToolErrorCallbacks().isEmpty();
    }

    private List<String> available() {
        return context.invocationContext().agent() instanceof LlmAgent agent
                ? agent.canonicalTools().map(BaseTool::name).toList().blockingGet()
                : List.of(tool.name());
    }

    private ToolResult run(Turn turn, EventData permitted, @Nullable Map<String, Object> instead) throws Exception {
        if (tool instanceof AgentTool && tool.getClass() != AgentTool.class) {
            turn.conversation().violation(PAST_THE_HOOKS, "agent:spawn", tool.name());
        }
        try {
            Map<String, Object> given = instead == null
                    ? withPlugins(tool)
                            .runAsync(AdkContents.plain(permitted), context)
                            .blockingGet()
                    : instead;
            result = given;
            return given.containsKey("error")
                    ? ToolResult.failed(AdkContents.text(given))
                    : ToolResult.of(AdkContents.text(given));
        } catch (RuntimeException e) {
            thrown = e.getCause() instanceof java.lang.reflect.InvocationTargetException thrown
                            && thrown.getCause() instanceof Exception cause
                    ? cause
                    : e;
            problem = e;
            throw thrown;
        }
    }

    /** An agent that is a tool runs without plugins unless it is told to; here it runs with them. */
    private static BaseTool withPlugins(BaseTool tool) {
        return tool.getClass() == AgentTool.class ? AgentTool.create(((AgentTool) tool).getAgent(), false, true) : tool;
    }
}
