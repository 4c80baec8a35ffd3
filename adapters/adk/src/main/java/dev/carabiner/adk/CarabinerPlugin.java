package dev.carabiner.adk;

import com.google.adk.agents.BaseAgent;
import com.google.adk.agents.CallbackContext;
import com.google.adk.agents.InvocationContext;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.plugins.BasePlugin;
import com.google.adk.plugins.Plugin;
import com.google.adk.plugins.PluginManager;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.Content;
import dev.carabiner.display.Throwables;
import dev.carabiner.engine.Engine;
import dev.carabiner.host.Conversations;
import dev.carabiner.host.Passage;
import dev.carabiner.session.ToolAnswer;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Maybe;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts a runner's agents under an engine's policy: {@code Runner.builder().plugins(new CarabinerPlugin(engine))}. It is the
 * first plugin, or the only one: what a plugin before it does, hooks do not see.
 */
public final class CarabinerPlugin extends BasePlugin {

    /** What stands in the session where a prompt was denied: ADK stores a message whatever becomes of it. */
    static final String WITHHELD = "(withheld by policy)";

    private final Conversations conversations;
    private final @Nullable AdkConfirmations confirmations;
    /** Weak, because the end of a run that its caller gives up is never reported; the run's context has the very key. */
    private final Map<String, AdkTurn> open = Collections.synchronizedMap(new WeakHashMap<>());

    /** Sessions are kept by application, user and session id, and end when they were not used for 30 minutes. */
    public CarabinerPlugin(Engine engine) {
        this(Conversations.under(engine));
    }

    /** The same with other limits. */
    public CarabinerPlugin(Conversations conversations) {
        this(conversations, null);
    }

    /**
     * The same, with ADK's own confirmation in the place of waiting. The confirmations are a channel of the engine; the
     * conversations defer their questions.
     */
    public CarabinerPlugin(Engine engine, AdkConfirmations confirmations) {
        this(Conversations.builder(engine).deferQuestions().build(), confirmations);
    }

    private CarabinerPlugin(Conversations conversations, @Nullable AdkConfirmations confirmations) {
        super("carabiner");
        this.conversations = conversations;
        this.confirmations = confirmations;
    }

    @Override
    public Maybe<Content> onUserMessageCallback(InvocationContext context, Content message) {
        return Maybe.defer(() -> {
            String prompt = AdkContents.texts(message);
            AdkTurn turn = AdkTurn.begin(conversations, context, prompt);
            open.put(context.invocationId(), turn);
            return switch (turn.turn().submit(prompt)) {
                case Passage.Granted<String>(String settled) ->
                    settled.equals(prompt)
                            ? Maybe.<Content>empty()
                            : Maybe.just(AdkContents.withPrompt(message, settled));
                case Passage.Refused<String>(String reason) -> {
                    turn.run().deny(reason);
                    yield Maybe.just(AdkContents.of("user", WITHHELD));
                }
            };
        });
    }

    @Override
    public Maybe<Content> beforeRunCallback(InvocationContext context) {
        AdkTurn turn = open.get(context.invocationId());
        String denial = turn == null ? null : turn.run().denial();
        return denial == null ? Maybe.empty() : Maybe.just(AdkContents.of("model", denial));
    }

    @Override
    public Maybe<LlmResponse> beforeModelCallback(CallbackContext context, LlmRequest.Builder request) {
        return maybe(() -> turn(context.invocationId()).asks(AdkTurn.model(context), request));
    }

    @Override
    public Maybe<LlmResponse> afterModelCallback(CallbackContext context, LlmResponse response) {
        return maybe(() -> {
            AdkTurn turn = turn(context.invocationId());
            return new AdkAnswer(turn, context).settled(response);
        });
    }

    @Override
    public Maybe<LlmResponse> onModelErrorCallback(
            CallbackContext context, LlmRequest.Builder request, Throwable error) {
        AdkTurn turn = open.get(context.invocationId());
        if (turn != null) {
            turn.modelFailed(AdkTurn.model(context), error);
        }
        return Maybe.empty();
    }

    /** Runs the tool itself, so that nothing comes between the permit and the run. It waits for the human if one is asked. */
    @Override
    public Maybe<Map<String, Object>> beforeToolCallback(
            BaseTool tool, Map<String, Object> arguments, ToolContext context) {
        return Maybe.defer(() -> {
            AdkTurn turn = open.get(context.invocationId());
            return turn == null
                    ? Maybe.just(Map.<String, Object>of(
                            "error", ToolAnswer.denial("The run that this tool call belongs to has ended")))
                    : turn.results()
                            .judged(
                                    context,
                                    new AdkToolCall(tool, arguments, context, behind(context), confirmations)
                                            .through(turn.turn()));
        });
    }

    private List<Plugin> behind(ToolContext context) {
        return context.invocationContext().pluginManager() instanceof PluginManager all
                ? all.getPlugins().stream().dropWhile(it -> it != this).skip(1).toList()
                : List.of();
    }

    /** Each result comes by here, also one that another plugin gave before this one was asked. */
    @Override
    public Maybe<Map<String, Object>> afterToolCallback(
            BaseTool tool, Map<String, Object> arguments, ToolContext context, Map<String, Object> result) {
        return Maybe.defer(() -> {
            AdkTurn turn = open.get(context.invocationId());
            if (turn != null) {
                turn.results().came(tool, context, result);
            }
            return Maybe.<Map<String, Object>>empty();
        });
    }

    /** What is kept of the agent's last request goes with the agent. */
    @Override
    public Maybe<Content> afterAgentCallback(BaseAgent agent, CallbackContext context) {
        return Maybe.defer(() -> {
            AdkTurn turn = open.get(context.invocationId());
            if (turn != null) {
                turn.agentEnds(AdkTurn.model(context));
            }
            return Maybe.<Content>empty();
        });
    }

    @Override
    public Completable afterRunCallback(InvocationContext context) {
        return Completable.fromAction(() -> end(context, null));
    }

    @Override
    public Completable onRunErrorCallback(InvocationContext context, Throwable error) {
        return Completable.fromAction(() -> end(context, error));
    }

    private void end(InvocationContext context, @Nullable Throwable error) {
        AdkTurn turn = open.remove(context.invocationId());
        if (turn != null) {
            if (error == null) {
                turn.run().end();
            } else {
                turn.run().failed(Throwables.inWords(error));
            }
        }
    }

    /** How many runs it knows of now. */
    int running() {
        return open.size();
    }

    /** Of how many agents it keeps a request now. */
    int asking() {
        return open.values().stream().mapToInt(AdkTurn::asking).sum();
    }

    private AdkTurn turn(String invocationId) {
        AdkTurn turn = open.get(invocationId);
        if (turn == null) {
            throw new IllegalStateException(
                    "A model is asked in a run that has not begun, or has ended: " + invocationId);
        }
        return turn;
    }

    private interface Answering {
        @Nullable
        LlmResponse answer();
    }

    private static Maybe<LlmResponse> maybe(Answering answering) {
        return Maybe.defer(() -> {
            LlmResponse answer = answering.answer();
            return answer == null ? Maybe.<LlmResponse>empty() : Maybe.just(answer);
        });
    }
}
