package dev.carabiner.adk;

import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.FinishReason;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.GenerateContentResponseUsageMetadata;
import com.google.genai.types.Part;
import dev.carabiner.adapter.scenario.ScenarioScript;
import io.reactivex.rxjava3.core.Flowable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A model that plays a script, in one piece or word by word, and remembers what it was sent. */
final class ScriptedLlm extends BaseLlm {

    private final Supplier<Content> answers;
    private final List<LlmRequest> requests = new CopyOnWriteArrayList<>();

    private ScriptedLlm(Supplier<Content> answers) {
        super("script-1");
        this.answers = answers;
    }

    static ScriptedLlm of(Content... script) {
        Queue<Content> left = new ConcurrentLinkedQueue<>(List.of(script));
        return new ScriptedLlm(() -> {
            Content next = left.poll();
            return next == null ? AdkContents.of("model", "done") : next;
        });
    }

    /** A sub-agent that is a tool takes a {@code request}. */
    static ScriptedLlm playing(ScenarioScript script) {
        return new ScriptedLlm(() -> {
            ScenarioScript.Answer answer = script.next();
            if (answer.calls().isEmpty()) {
                return AdkContents.of("model", answer.text());
            }
            List<Part> parts = new ArrayList<>();
            answer.calls().forEach(it -> {
                String key = it.name().equals("expert") ? "request" : "text";
                parts.add(call(
                        it.id(),
                        it.name(),
                        Map.of(key, String.valueOf(it.input().text("text")))));
            });
            return Content.builder().role("model").parts(parts).build();
        });
    }

    static Part call(String id, String name, Map<String, Object> arguments) {
        return Part.builder()
                .functionCall(FunctionCall.builder().id(id).name(name).args(arguments))
                .build();
    }

    static Content calls(String id, String name, Map<String, Object> arguments) {
        return Content.builder().role("model").parts(call(id, name, arguments)).build();
    }

    List<LlmRequest> requests() {
        return requests;
    }

    @Override
    public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
        return Flowable.defer(() -> {
            requests.add(request);
            Content answer = answers.get();
            LlmResponse whole = LlmResponse.builder()
                    .content(answer)
                    .turnComplete(stream ? true : null)
                    .usageMetadata(GenerateContentResponseUsageMetadata.builder()
                            .promptTokenCount(10)
                            .candidatesTokenCount(5)
                            .build())
                    .finishReason(new FinishReason(FinishReason.Known.STOP))
                    .build();
            if (!stream || !AdkContents.calls(answer).isEmpty()) {
                return Flowable.just(whole);
            }
            return Flowable.fromArray(AdkContents.texts(answer).split("(?<= )", -1))
                    .map(it -> LlmResponse.builder()
                            .content(AdkContents.of("model", it))
                            .partial(true)
                            .build())
                    .concatWith(Flowable.just(whole));
        });
    }

    @Override
    public BaseLlmConnection connect(LlmRequest request) {
        throw new UnsupportedOperationException("A script has no live connection");
    }
}
