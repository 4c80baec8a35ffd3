package dev.carabiner.adk;

import com.google.adk.agents.LlmAgent;
import com.google.adk.events.Event;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.runner.InMemoryRunner;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import dev.carabiner.adapter.scenario.CallCosts;
import dev.carabiner.adapter.scenario.CostedAgent;
import dev.carabiner.host.Conversations;
import io.reactivex.rxjava3.core.Flowable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a prompt costs with hooks and without; {@code bench/run adapters} starts it. */
final class CallCost {

    /** Calls the tool once for each prompt. */
    private static final BaseLlm MODEL = new BaseLlm("script-1") {
        @Override
        public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
            List<Part> last = AdkContents.parts(request.contents().getLast());
            boolean isAnswered =
                    last.stream().anyMatch(it -> it.functionResponse().isPresent());
            Content answer = isAnswered ? AdkContents.of("model", "done") : ScriptedLlm.calls("c", "nothing", Map.of());
            return Flowable.just(LlmResponse.builder().content(answer).build());
        }

        @Override
        public BaseLlmConnection connect(LlmRequest request) {
            throw new UnsupportedOperationException("A script has no live connection");
        }
    };

    private CallCost() {}

    public static void main(String[] args) throws Exception {
        CallCosts.main(args, CallCost::agent);
    }

    /** The session of the framework is begun and ended with each prompt: it would grow, and so would the cost. */
    private static CostedAgent agent(@Nullable Conversations conversations, Runnable tool) {
        PlainTool nothing = new PlainTool("nothing", arguments -> {
            tool.run();
            return "";
        });
        LlmAgent agent = LlmAgent.builder()
                .name("assistant")
                .model(MODEL)
                .tools(List.of(nothing))
                .build();
        InMemoryRunner runner = new InMemoryRunner(
                agent, "app", conversations == null ? List.of() : List.of(new CarabinerPlugin(conversations)));
        return (conversation, prompt) -> {
            runner.sessionService()
                    .createSession("app", "ann", Map.of(), conversation)
                    .ignoreElement()
                    .blockingAwait();
            Event last = runner.runAsync("ann", conversation, Content.fromParts(Part.fromText(prompt)))
                    .blockingLast();
            runner.sessionService().deleteSession("app", "ann", conversation).blockingAwait();
            return AdkContents.texts(last.content().orElseThrow());
        };
    }
}
