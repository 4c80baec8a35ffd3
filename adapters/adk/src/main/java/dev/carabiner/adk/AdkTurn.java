package dev.carabiner.adk;

import com.google.adk.agents.CallbackContext;
import com.google.adk.agents.InvocationContext;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.host.Conversations;
import dev.carabiner.host.DelegationDeniedException;
import dev.carabiner.host.ModelName;
import dev.carabiner.host.Passage;
import dev.carabiner.host.PromptRun;
import dev.carabiner.host.Turn;
import dev.carabiner.json.EventDataJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One run of a runner, which is one turn of its session's conversation. */
final class AdkTurn {

    private static final String ORCHESTRATOR = "adk";

    private final PromptRun run;
    private final Turn turn;
    private final AdkResults results;
    private final Map<String, Exchange> exchanges = new ConcurrentHashMap<>();

    /** The request of one agent that is under way, and what has come of its answer: agents may run beside each other. */
    private static final class Exchange {

        private final StringBuilder streamed = new StringBuilder();
        private volatile @Nullable LlmRequest request; // as the agent made it
        private volatile ModelName model = new ModelName("adk", "");
        private volatile long asked = System.nanoTime();
    }

    private AdkTurn(PromptRun run) {
        this.run = run;
        this.turn = run.turn();
        this.results = new AdkResults(turn);
    }

    /** @throws DelegationDeniedException if it is a sub-agent's, and a hook would not have that */
    static AdkTurn begin(Conversations conversations, InvocationContext context, String prompt) {
        Turn delegating = Turn.current();
        if (delegating == null) {
            String id = context.appName() + "." + context.userId() + "."
                    + context.session().id();
            return new AdkTurn(PromptRun.in(conversations.turn(id), ORCHESTRATOR, () -> {}));
        }
        return new AdkTurn(
                PromptRun.delegated(delegating.conversation(), context.agent().name(), prompt, ORCHESTRATOR));
    }

    /** Which of the run's agents asks its model. */
    static String model(CallbackContext context) {
        return context.branch().orElse("") + "/" + context.agentName();
    }

    private Exchange exchange(String agent) {
        return exchanges.computeIfAbsent(agent, any -> new Exchange());
    }

    /** This agent asks its model no more; if it is started again, it begins anew. */
    void agentEnds(String agent) {
        exchanges.remove(agent);
    }

    /** How many agents it keeps a request of. */
    int asking() {
        return exchanges.size();
    }

    PromptRun run() {
        return run;
    }

    Turn turn() {
        return turn;
    }

    AdkResults results() {
        return results;
    }

    /** Changes the request as the hooks would have it; what is returned is the answer instead, if it is not null. */
    @Nullable
    LlmResponse asks(String agent, LlmRequest.Builder builder) {
        if (run.denial() != null) {
            return denied();
        }
        Exchange exchange = new Exchange();
        exchanges.put(agent, exchange);
        if (!results.isEmpty()) {
            results.shown(builder.build().contents());
        }
        if (turn.looksAtEnd()) {
            exchange.request = builder.build();
        }
        if (!turn.looksAtRequests() && !turn.looksAtResponses()) { // nor at the model's name
            return null;
        }
        LlmRequest request = builder.build();
        exchange.model = new ModelName("adk", request.model().orElse(""));
        List<String> instructions = request.getSystemInstructions();
        List<Content> messages = new ArrayList<>();
        instructions.forEach(it -> messages.add(AdkContents.of("system", it)));
        messages.addAll(AdkContents.split(request.contents()));
        List<String> tools = List.copyOf(request.tools().keySet());
        List<Content> settled = run.request(exchange.model, messages, tools, AdkContents.FORM);
        if (settled == null) {
            return denied();
        }
        send(builder, settled, instructions);
        return null;
    }

    /** Instructions that hooks have added are added to the request's; those of the agent stay. */
    private static void send(LlmRequest.Builder builder, List<Content> settled, List<String> instructions) {
        List<Content> contents = new ArrayList<>();
        List<String> added = new ArrayList<>();
        for (Content content : settled) {
            if (!AdkContents.role(content).equals("system")) {
                contents.add(content);
            } else if (!instructions.contains(AdkContents.texts(content))) {
                added.add(AdkContents.texts(content));
            }
        }
        builder.contents(AdkContents.joined(contents));
        if (!added.isEmpty()) {
            builder.appendInstructions(added);
        }
    }

    /** What is to be seen instead of a piece or an answer; null for the thing itself. */
    @Nullable
    LlmResponse answered(String agent, LlmResponse response) {
        Content content = response.content().orElse(null);
        if (content == null) {
            return null;
        }
        boolean isPiece = response.partial().orElse(false);
        if (run.denial() != null) {
            return isPiece ? silence() : denied();
        }
        Exchange exchange = exchange(agent);
        boolean isGranted = isPiece ? piece(exchange, AdkContents.texts(content)) : whole(exchange, content, response);
        return isGranted ? null : denied();
    }

    private boolean piece(Exchange exchange, String text) {
        if (text.isEmpty()) {
            return true;
        }
        boolean isFirst = exchange.streamed.isEmpty();
        exchange.streamed.append(text);
        return (!isFirst || passes(turn.blockStarts(0, "text"))) && passes(turn.blockGrows(0, text));
    }

    private boolean whole(Exchange exchange, Content content, LlmResponse response) {
        boolean isStreamed = response.turnComplete().isPresent() || !exchange.streamed.isEmpty();
        if (isStreamed && !blocksPass(exchange.streamed, content)) {
            return false;
        }
        String text = AdkContents.texts(content);
        exchange.streamed.setLength(0);
        return run.replied(exchange.model, text, () -> AdkContents.reply(content, response), exchange.asked);
    }

    private boolean blocksPass(StringBuilder streamed, Content content) {
        int index = 0;
        if (!streamed.isEmpty() && !passes(turn.blockEnds(index++, "text", streamed.toString()))) {
            return false;
        }
        for (ToolCall call : AdkContents.calls(content)) {
            String input = EventDataJson.write(call.input());
            boolean isGranted = passes(turn.blockStarts(index, "tool_use"))
                    && passes(turn.blockGrows(index, input))
                    && passes(turn.blockEnds(index++, "tool_use", input));
            if (!isGranted) {
                return false;
            }
        }
        return true;
    }

    private boolean passes(Passage<String> passage) {
        if (passage instanceof Passage.Refused<String>(String reason)) {
            run.deny(reason);
            return false;
        }
        return true;
    }

    /** The request that was answered, once; null where nothing listens to the end of a turn. */
    @Nullable
    LlmRequest takeRequest(String agent) {
        Exchange exchange = exchange(agent);
        LlmRequest request = exchange.request;
        exchange.request = null;
        return request;
    }

    /** Whether the hooks send the agent on after this answer to the request. */
    boolean isSentOn(LlmRequest asked, LlmResponse answer) {
        Content content = answer.content().orElse(null);
        return content != null
                && AdkContents.calls(content).isEmpty()
                && run.isSentOn(() -> lastOf(asked), AdkContents.texts(content));
    }

    private static Message lastOf(LlmRequest asked) {
        List<Content> messages = AdkContents.split(asked.contents());
        return messages.isEmpty() ? Message.user("") : AdkContents.FORM.shown(messages.getLast());
    }

    /** An answer that ends the agent's loop: the reason, and no tool. */
    private LlmResponse denied() {
        String reason = Objects.requireNonNullElse(run.denial(), "");
        return LlmResponse.builder().content(AdkContents.of("model", reason)).build();
    }

    private static LlmResponse silence() {
        return LlmResponse.builder()
                .content(AdkContents.of("model", ""))
                .partial(true)
                .build();
    }

    void modelFailed(String agent, Throwable problem) {
        turn.modelFailed(exchange(agent).model, problem);
    }
}
