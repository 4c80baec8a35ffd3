package dev.carabiner.langchain4j;

import dev.carabiner.context.Message;
import dev.carabiner.host.ModelName;
import dev.carabiner.host.ModelReply;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One request to a model and its answer, as hooks see them. */
final class ServiceExchange {

    private final ServiceInvocation invocation;
    private final ChatRequest request;
    private final ModelName model;
    private volatile long began = System.nanoTime();

    /** @throws IllegalStateException if the request comes from no call of the service */
    ServiceExchange(
            Invocations invocations, ChatRequest request, ModelProvider provider, ChatRequestParameters defaults) {
        this.invocation = invocations.sending(request);
        this.request = request;
        String named = request.modelName() == null ? defaults.modelName() : request.modelName();
        this.model = new ModelName(provider.name().toLowerCase(Locale.ROOT), Objects.requireNonNullElse(named, ""));
    }

    ServiceInvocation invocation() {
        return invocation;
    }

    ModelName model() {
        return model;
    }

    /** What is to be sent, as the hooks left it; null if nothing is, and then {@link #denial()} is the answer. */
    @Nullable
    ChatRequest toSend() {
        began = System.nanoTime();
        if (invocation.run().denial() != null) {
            return null;
        }
        if (invocation.isAsSubmitted() && !invocation.turn().looksAtRequests()) {
            return request;
        }
        List<String> tools = request.toolSpecifications() == null
                ? List.of()
                : request.toolSpecifications().stream()
                        .map(ToolSpecification::name)
                        .toList();
        List<ChatMessage> messages = invocation.withSettledPrompt(request.messages());
        List<ChatMessage> settled = invocation.run().request(model, messages, tools, LangChainMessages.FORM);
        return settled == null ? null : request.toBuilder().messages(settled).build();
    }

    /** The answer as the hooks left it. */
    ChatResponse answered(ChatResponse response) {
        String text = Objects.requireNonNullElse(response.aiMessage().text(), "");
        return invocation.run().replied(model, text, () -> reply(response), began) ? response : denial();
    }

    /** Whether the hooks send the service on after this answer, which is as they left it: then it asks again. */
    boolean isSentOn(ChatResponse response) {
        AiMessage answer = response.aiMessage();
        return !answer.hasToolExecutionRequests()
                && invocation.run().isSentOn(this::lastSent, Objects.requireNonNullElse(answer.text(), ""));
    }

    private Message lastSent() {
        return LangChainMessages.FORM.shown(
                invocation.withSettledPrompt(request.messages()).getLast());
    }

    private static ModelReply reply(ChatResponse response) {
        TokenUsage usage = response.tokenUsage();
        FinishReason reason = response.finishReason();
        return new ModelReply(
                LangChainMessages.shown(response.aiMessage()),
                usage == null || usage.inputTokenCount() == null ? 0 : usage.inputTokenCount(),
                usage == null || usage.outputTokenCount() == null ? 0 : usage.outputTokenCount(),
                reason == null ? "" : reason.name().toLowerCase(Locale.ROOT));
    }

    void failed(Throwable problem) {
        invocation.turn().modelFailed(model, problem);
    }

    /** An answer that ends the service's loop: the reason, and no tool. */
    ChatResponse denied(String reason) {
        invocation.run().deny(reason);
        return denial();
    }

    ChatResponse denial() {
        String reason = Objects.requireNonNullElse(invocation.run().denial(), "");
        return ChatResponse.builder()
                .aiMessage(AiMessage.from(reason.isBlank() ? "Denied by a hook" : reason))
                .finishReason(FinishReason.STOP)
                .tokenUsage(new TokenUsage(0, 0))
                .build();
    }
}
