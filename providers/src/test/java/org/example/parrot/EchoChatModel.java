package org.example.parrot;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;

/** A model that does not stream, and whose builder is not public. */
public final class EchoChatModel implements ChatModel {

    private final String model;

    private EchoChatModel(String model) {
        this.model = model;
    }

    public static EchoBuilder builder() {
        return new EchoBuilder();
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        String said = ((UserMessage) request.messages().getLast()).singleText();
        return ChatResponse.builder()
                .aiMessage(AiMessage.from(model + ": " + said))
                .build();
    }

    /** Its methods are public, it is not. */
    static final class EchoBuilder {

        private String model = "";

        public EchoBuilder model(String value) {
            model = value;
            return this;
        }

        public EchoChatModel build() {
            return new EchoChatModel(model);
        }
    }
}
