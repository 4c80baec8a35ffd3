package dev.carabiner.springai;

import dev.carabiner.adapter.scenario.ScenarioScript;
import dev.carabiner.json.EventDataJson;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import reactor.core.publisher.Flux;

/** A model that plays a script, in one piece or word by word, and remembers what it was sent. */
public class ScriptedModel implements ChatModel {

    private final Supplier<AssistantMessage> answers;
    private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

    protected ScriptedModel(Supplier<AssistantMessage> answers) {
        this.answers = answers;
    }

    static ScriptedModel of(AssistantMessage... script) {
        Queue<AssistantMessage> left = new ConcurrentLinkedQueue<>(List.of(script));
        return new ScriptedModel(() -> {
            AssistantMessage next = left.poll();
            return next == null ? new AssistantMessage("done") : next;
        });
    }

    static ScriptedModel playing(ScenarioScript script) {
        return new ScriptedModel(() -> {
            ScenarioScript.Answer answer = script.next();
            return AssistantMessage.builder()
                    .content(answer.text())
                    .toolCalls(answer.calls().stream()
                            .map(it -> new AssistantMessage.ToolCall(
                                    it.id(), "function", it.name(), EventDataJson.write(it.input())))
                            .toList())
                    .build();
        });
    }

    static AssistantMessage calls(String id, String name, String arguments) {
        return AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(new AssistantMessage.ToolCall(id, "function", name, arguments)))
                .build();
    }

    List<Prompt> prompts() {
        return prompts;
    }

    /** The messages of a request, counted from 1. */
    List<Message> sent(int request) {
        return prompts.get(request - 1).getInstructions();
    }

    @Override
    public ChatOptions getOptions() {
        return ToolCallingChatOptions.builder().build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        prompts.add(prompt);
        return whole(answers.get());
    }

    private static ChatResponse whole(AssistantMessage answer) {
        String stop = answer.hasToolCalls() ? "tool_calls" : "stop";
        return new ChatResponse(
                List.of(new Generation(
                        answer,
                        ChatGenerationMetadata.builder().finishReason(stop).build())),
                ChatResponseMetadata.builder().usage(new DefaultUsage(10, 5)).build());
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        return Flux.defer(() -> {
            prompts.add(prompt);
            AssistantMessage answer = answers.get();
            if (answer.hasToolCalls()) {
                return Flux.just(whole(answer));
            }
            Stream<ChatResponse> words = Stream.of(answer.getText().split("(?<= )", -1))
                    .map(it -> new ChatResponse(List.of(new Generation(new AssistantMessage(it)))));
            return Flux.fromStream(Stream.concat(words, Stream.of(whole(new AssistantMessage("")))));
        });
    }
}
