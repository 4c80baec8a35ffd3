package org.example.parrot;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A model as others might write it for LangChain4j: no HTTP, a builder with settings of its own, callbacks on a
 * thread of its own. It reads a file if it may, and then repeats what it was told.
 */
public final class ParrotStreamingChatModel implements StreamingChatModel {

    /** How it talks. */
    public enum Mood {
        CALM,
        LOUD
    }

    /** Counted down when a stream that would never end was cancelled. */
    public static volatile CountDownLatch cancelled = new CountDownLatch(1);

    private final Builder settings;
    private final AtomicInteger calls = new AtomicInteger();

    private ParrotStreamingChatModel(Builder settings) {
        this.settings = settings;
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        Thread.ofPlatform().daemon().start(() -> {
            if (calls.incrementAndGet() <= settings.refusals) {
                handler.onError(new RateLimitException("too many crackers for " + settings.apiKey));
            } else if (settings.phrase.equals("forever")) {
                talkForever(handler);
            } else {
                answer(request, handler);
            }
        });
    }

    private void answer(ChatRequest request, StreamingChatResponseHandler handler) {
        ChatMessage last = request.messages().getLast();
        if (last instanceof ToolExecutionResultMessage result) {
            say(handler, settings.phrase + " " + settings.words + " " + result.text());
            return;
        }
        ToolExecutionRequest call = ToolExecutionRequest.builder()
                .id("p1")
                .name(request.toolSpecifications().getFirst().name())
                .arguments("{\"file_path\":\"notes.txt\"}")
                .build();
        handler.onPartialResponse("Looking.");
        handler.onCompleteToolCall(new CompleteToolCall(0, call));
        handler.onCompleteResponse(response(AiMessage.from("Looking.", List.of(call)), FinishReason.TOOL_EXECUTION));
    }

    private void say(StreamingChatResponseHandler handler, String text) {
        String said = settings.mood == Mood.LOUD ? text.toUpperCase(Locale.ROOT) : text;
        handler.onPartialResponse(said);
        handler.onCompleteResponse(response(AiMessage.from(said), FinishReason.STOP));
    }

    private static void talkForever(StreamingChatResponseHandler handler) {
        CountDownLatch quiet = cancelled;
        handler.onPartialResponse(new PartialResponse("Once"), new PartialResponseContext(new StreamingHandle() {
            @Override
            public void cancel() {
                quiet.countDown();
            }

            @Override
            public boolean isCancelled() {
                return quiet.getCount() == 0;
            }
        }));
    }

    private static ChatResponse response(AiMessage message, FinishReason reason) {
        return ChatResponse.builder()
                .aiMessage(message)
                .tokenUsage(new TokenUsage(3, 4))
                .finishReason(reason)
                .build();
    }

    /** What it can be told. */
    public static final class Builder {

        private String apiKey = "";
        private String modelName = "";
        private String phrase = "";
        private Mood mood = Mood.CALM;
        private int refusals;
        private List<String> words = List.of();
        private Duration pause = Duration.ZERO;

        private Builder() {}

        public Builder apiKey(String value) {
            apiKey = value;
            return this;
        }

        public Builder modelName(String value) {
            modelName = value;
            return this;
        }

        public Builder phrase(String value) {
            phrase = value;
            return this;
        }

        public Builder mood(Mood value) {
            mood = value;
            return this;
        }

        public Builder refusals(int value) {
            refusals = value;
            return this;
        }

        public Builder words(List<String> value) {
            words = value;
            return this;
        }

        public Builder pause(Duration value) {
            pause = value;
            return this;
        }

        public Builder cage(Thread value) {
            return this;
        }

        public ParrotStreamingChatModel build() {
            if (modelName.isBlank() || pause.isNegative()) {
                throw new IllegalArgumentException("modelName cannot be blank, said with " + apiKey);
            }
            return new ParrotStreamingChatModel(this);
        }
    }
}
