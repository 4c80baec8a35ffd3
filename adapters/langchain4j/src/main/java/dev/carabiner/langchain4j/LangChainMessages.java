package dev.carabiner.langchain4j;

import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.host.MessageForm;
import dev.carabiner.json.EventDataJson;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Messages of LangChain4j. Of a picture or a sound, hooks see that it is there. */
final class LangChainMessages implements MessageForm<ChatMessage> {

    static final LangChainMessages FORM = new LangChainMessages();

    private LangChainMessages() {}

    @Override
    public Message shown(ChatMessage message) {
        return switch (message) {
            case SystemMessage system -> Message.system(system.text());
            case UserMessage user -> Message.user(text(user.contents()));
            case AiMessage answer -> shown(answer);
            case ToolExecutionResultMessage result ->
                Message.toolResult(Objects.requireNonNullElse(result.id(), ""), text(result.contents()));
            default -> Message.user(String.valueOf(message));
        };
    }

    static Message shown(AiMessage answer) {
        String text = Objects.requireNonNullElse(answer.text(), "");
        return answer.hasToolExecutionRequests()
                ? Message.assistant(
                        text,
                        answer.toolExecutionRequests().stream()
                                .map(LangChainMessages::call)
                                .toList())
                : Message.assistant(text);
    }

    /** Arguments that cannot be read are shown as a text; such a call is never run. */
    private static ToolCall call(ToolExecutionRequest request) {
        String id = Objects.requireNonNullElse(request.id(), "");
        try {
            return new ToolCall(id, request.name(), input(request));
        } catch (CarabinerException e) {
            return new ToolCall(id, request.name(), EventData.of("arguments", String.valueOf(request.arguments())));
        }
    }

    /** @throws dev.carabiner.json.InvalidJsonException if the model has not written a JSON object */
    static EventData input(ToolExecutionRequest request) {
        String arguments = request.arguments();
        boolean isNone = arguments == null || arguments.isBlank() || arguments.equals("{}");
        return isNone ? EventData.empty() : EventDataJson.read(arguments);
    }

    @Override
    public ChatMessage written(Message message, boolean first) {
        return switch (message.role()) {
            case SYSTEM ->
                first
                        ? SystemMessage.from(message.text())
                        : UserMessage.from("<system>\n" + message.text() + "\n</system>");
            case USER -> UserMessage.from(message.text());
            case ASSISTANT -> answer(message);
            case TOOL ->
                ToolExecutionResultMessage.builder()
                        .id(message.toolCallId())
                        .toolName("tool")
                        .text(message.text())
                        .build();
        };
    }

    private static AiMessage answer(Message message) {
        List<ToolExecutionRequest> calls = message.toolCalls().stream()
                .map(call -> ToolExecutionRequest.builder()
                        .id(call.id())
                        .name(call.name())
                        .arguments(EventDataJson.write(call.input()))
                        .build())
                .toList();
        return AiMessage.builder()
                .text(message.text())
                .toolExecutionRequests(calls)
                .build();
    }

    @Override
    public ChatMessage withText(ChatMessage toolResult, String text) {
        return toolResult instanceof ToolExecutionResultMessage result
                ? result.toBuilder().contents(List.of(TextContent.from(text))).build()
                : written(new Message(Role.USER, text, Map.of(), List.of(), null), false);
    }

    /** What the user has written; what else the prompt holds is not among it. */
    static String prompt(UserMessage message) {
        return message.hasSingleText()
                ? message.singleText()
                : text(message.contents().stream()
                        .filter(TextContent.class::isInstance)
                        .toList());
    }

    static String text(List<Content> contents) {
        if (contents.size() == 1 && contents.getFirst() instanceof TextContent only) {
            return only.text();
        }
        return contents.stream()
                .map(it -> it instanceof TextContent text
                        ? text.text()
                        : "[" + it.type().name().toLowerCase(Locale.ROOT) + "]")
                .collect(Collectors.joining("\n"));
    }

    /** The same prompt with another text; pictures and sounds stay. */
    static UserMessage withText(UserMessage message, String text) {
        List<Content> contents = new ArrayList<>();
        contents.add(TextContent.from(text));
        message.contents().stream().filter(it -> !(it instanceof TextContent)).forEach(contents::add);
        return message.toBuilder().contents(contents).build();
    }
}
