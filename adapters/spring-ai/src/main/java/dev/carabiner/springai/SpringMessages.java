package dev.carabiner.springai;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.host.MessageForm;
import dev.carabiner.json.EventDataJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;

/** Messages of Spring AI. Its results of several calls in one message are several messages for hooks. */
final class SpringMessages implements MessageForm<org.springframework.ai.chat.messages.Message> {

    static final SpringMessages FORM = new SpringMessages();

    private SpringMessages() {}

    /** One result a message, and without the empty system message that a tool loop with memory inside adds. */
    static List<org.springframework.ai.chat.messages.Message> split(
            List<org.springframework.ai.chat.messages.Message> messages) {
        List<org.springframework.ai.chat.messages.Message> all = new ArrayList<>();
        for (var message : messages) {
            if (message instanceof ToolResponseMessage results
                    && results.getResponses().size() > 1) {
                results.getResponses().forEach(it -> all.add(result(it)));
            } else if (!(message instanceof SystemMessage) || !text(message).isBlank()) {
                all.add(message);
            }
        }
        return all;
    }

    /** Neighbouring results in one message again, as models of Spring AI expect them. */
    static List<org.springframework.ai.chat.messages.Message> joined(
            List<org.springframework.ai.chat.messages.Message> messages) {
        List<org.springframework.ai.chat.messages.Message> all = new ArrayList<>();
        for (var message : messages) {
            if (message instanceof ToolResponseMessage next
                    && !all.isEmpty()
                    && all.getLast() instanceof ToolResponseMessage before) {
                List<ToolResponseMessage.ToolResponse> both = new ArrayList<>(before.getResponses());
                both.addAll(next.getResponses());
                all.set(
                        all.size() - 1,
                        ToolResponseMessage.builder().responses(both).build());
            } else {
                all.add(message);
            }
        }
        return all;
    }

    private static ToolResponseMessage result(ToolResponseMessage.ToolResponse response) {
        return ToolResponseMessage.builder().responses(List.of(response)).build();
    }

    private static String text(org.springframework.ai.chat.messages.Message message) {
        return Objects.requireNonNullElse(message.getText(), "");
    }

    @Override
    public Message shown(org.springframework.ai.chat.messages.Message message) {
        String text = text(message);
        return switch (message) {
            case SystemMessage system -> Message.system(text);
            case AssistantMessage answer -> shown(answer);
            case ToolResponseMessage results
            when !results.getResponses().isEmpty() ->
                Message.toolResult(
                        results.getResponses().getFirst().id(),
                        results.getResponses().getFirst().responseData());
            default -> Message.user(text);
        };
    }

    static Message shown(AssistantMessage answer) {
        return Message.assistant(
                Objects.requireNonNullElse(answer.getText(), ""),
                answer.getToolCalls().stream().map(SpringMessages::call).toList());
    }

    /** Arguments that cannot be read are shown as a text; such a call is never run. */
    private static ToolCall call(AssistantMessage.ToolCall call) {
        try {
            return new ToolCall(call.id(), call.name(), input(call.arguments()));
        } catch (CarabinerException e) {
            return new ToolCall(call.id(), call.name(), EventData.of("arguments", String.valueOf(call.arguments())));
        }
    }

    /** @throws dev.carabiner.json.InvalidJsonException if the model has not written a JSON object */
    static EventData input(String arguments) {
        boolean isNone = arguments == null || arguments.isBlank() || arguments.equals("{}");
        return isNone ? EventData.empty() : EventDataJson.read(arguments);
    }

    @Override
    public org.springframework.ai.chat.messages.Message written(Message message, boolean first) {
        return switch (message.role()) {
            case SYSTEM ->
                first
                        ? new SystemMessage(message.text())
                        : new UserMessage("<system>\n" + message.text() + "\n</system>");
            case USER -> new UserMessage(message.text());
            case ASSISTANT ->
                AssistantMessage.builder()
                        .content(message.text())
                        .toolCalls(message.toolCalls().stream()
                                .map(it -> new AssistantMessage.ToolCall(
                                        it.id(), "function", it.name(), EventDataJson.write(it.input())))
                                .toList())
                        .build();
            case TOOL ->
                result(new ToolResponseMessage.ToolResponse(
                        Objects.requireNonNullElse(message.toolCallId(), ""), "tool", message.text()));
        };
    }

    @Override
    public org.springframework.ai.chat.messages.Message withText(
            org.springframework.ai.chat.messages.Message toolResult, String text) {
        if (toolResult instanceof ToolResponseMessage results) {
            ToolResponseMessage.ToolResponse first = results.getResponses().getFirst();
            return result(new ToolResponseMessage.ToolResponse(first.id(), first.name(), text));
        }
        return new UserMessage(text);
    }
}
