package dev.carabiner.adk;

import com.google.adk.agents.InvocationContext;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.host.Conversations;
import dev.carabiner.host.Delegation;
import dev.carabiner.host.DelegationDeniedException;
import dev.carabiner.host.ModelName;
import dev.carabiner.host.ModelReply;
import dev.carabiner.host.Passage;
import dev.carabiner.host.Turn;
import dev.carabiner.host.TurnEnd;
import dev.carabiner.json.EventDataJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a runner, which is one turn of its session's conversation. */
final class AdkTurn {

    private final Turn turn;
    private final @Nullable Delegation delegation;
    private final StringBuilder streamed = new StringBuilder();
    private volatile ModelName model = new ModelName("adk", "");
    private volatile long asked = System.nanoTime();
    private volatile @Nullable String denial;
    private volatile String lastReply = "";

    private AdkTurn(Turn turn, @Nullable Delegation delegation) {
        this.turn = turn;
        this.delegation = delegation;
    }

    /** @throws DelegationDeniedException if it is a sub-agent's, and a hook would not have that */
    static AdkTurn begin(Conversations conversations, InvocationContext context, String prompt) {
        Turn delegating = Turn.current();
        if (delegating == null) {
            String id = context.appName() + "." + context.userId() + "."
                    + context.session().id();
            return new AdkTurn(conversations.of(id).turn(), null);
        }
        return switch (delegating.conversation().delegate(context.agent().name(), prompt)) {
            case Passage.Granted<Delegation>(Delegation begun) ->
                new AdkTurn(begun.conversation().turn(), begun);
            case Passage.Refused<Delegation>(String reason) -> throw new DelegationDeniedException(reason);
        };
    }

    Turn turn() {
        return turn;
    }

    @Nullable
    String denial() {
        return denial;
    }

    void deny(String reason) {
        denial = reason;
        lastReply = reason;
    }

    /** Changes the request as the hooks would have it; what is returned is the answer instead, if it is not null. */
    @Nullable
    LlmResponse asks(LlmRequest.Builder builder) {
        asked = System.nanoTime();
        streamed.setLength(0);
        if (!turn.looksAtRequests() && !turn.looksAtResponses()) { // nor at the model's name
            return null;
        }
        LlmRequest request = builder.build();
        model = new ModelName("adk", request.model().orElse(""));
        List<String> instructions = request.getSystemInstructions();
        List<Content> messages = new ArrayList<>();
        instructions.forEach(it -> messages.add(AdkContents.of("system", it)));
        messages.addAll(AdkContents.split(request.contents()));
        List<String> tools = List.copyOf(request.tools().keySet());
        return switch (turn.request(model, messages, tools, AdkContents.FORM)) {
            case Passage.Granted<List<Content>>(List<Content> settled) -> {
                send(builder, settled, instructions);
                yield null;
            }
            case Passage.Refused<List<Content>>(String reason) -> denied(reason);
        };
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
    LlmResponse answered(LlmResponse response) {
        Content content = response.content().orElse(null);
        if (content == null) {
            return null;
        }
        if (denial != null) {
            return response.partial().orElse(false) ? silence() : denied(denial);
        }
        String reason = response.partial().orElse(false) ? piece(AdkContents.texts(content)) : whole(content, response);
        if (reason == null) {
            return null;
        }
        return denied(reason);
    }

    private @Nullable String piece(String text) {
        if (text.isEmpty()) {
            return null;
        }
        String reason = streamed.isEmpty() ? reason(turn.blockStarts(0, "text")) : null;
        streamed.append(text);
        return reason == null ? reason(turn.blockGrows(0, text)) : reason;
    }

    private @Nullable String whole(Content content, LlmResponse response) {
        if (streamed.isEmpty() && response.turnComplete().isEmpty() && !turn.looksAtResponses()) {
            lastReply = AdkContents.texts(content);
            return null;
        }
        List<ToolCall> calls = AdkContents.calls(content);
        boolean isStreamed = response.turnComplete().isPresent() || !streamed.isEmpty();
        int index = 0;
        String reason = null;
        if (!streamed.isEmpty()) {
            reason = reason(turn.blockEnds(index++, "text", streamed.toString()));
        }
        for (ToolCall call : isStreamed ? calls : List.<ToolCall>of()) {
            String input = EventDataJson.write(call.input());
            reason = reason == null ? reason(turn.blockStarts(index, "tool_use")) : reason;
            reason = reason == null ? reason(turn.blockGrows(index, input)) : reason;
            reason = reason == null ? reason(turn.blockEnds(index++, "tool_use", input)) : reason;
        }
        String text = AdkContents.texts(content);
        ModelReply reply = new ModelReply(Message.assistant(text, calls), 0, 0, "");
        reason = reason == null
                ? reason(turn.response(model, reply, Duration.ofNanos(System.nanoTime() - asked)))
                : reason;
        if (reason == null) {
            lastReply = text;
        }
        return reason;
    }

    private static <T> @Nullable String reason(Passage<T> passage) {
        return passage instanceof Passage.Refused<T>(String why) ? why : null;
    }

    /** An answer that ends the agent's loop: the reason, and no tool. */
    private LlmResponse denied(String reason) {
        deny(reason);
        return LlmResponse.builder().content(AdkContents.of("model", reason)).build();
    }

    private static LlmResponse silence() {
        return LlmResponse.builder()
                .content(AdkContents.of("model", ""))
                .partial(true)
                .build();
    }

    void modelFailed(Throwable problem) {
        turn.modelFailed(model, problem);
    }

    void end(boolean failed, String problem) {
        TurnEnd how = failed ? TurnEnd.ERROR : denial == null ? TurnEnd.SUCCESS : TurnEnd.DENIED;
        String answer = failed ? problem : lastReply;
        turn.end(how, answer, "adk");
        if (delegation != null) {
            delegation.close(how, answer);
        }
    }
}
