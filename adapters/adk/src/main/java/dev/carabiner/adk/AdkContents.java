package dev.carabiner.adk;

import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.GenerateContentResponseUsageMetadata;
import com.google.genai.types.Part;
import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.host.MessageForm;
import dev.carabiner.host.ModelReply;
import dev.carabiner.json.EventDataJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Contents of ADK. System instructions are contents with the role {@code system} while hooks look at them. */
final class AdkContents implements MessageForm<Content> {

    static final AdkContents FORM = new AdkContents();

    private AdkContents() {}

    static Content of(String role, String text) {
        return Content.builder().role(role).parts(Part.fromText(text)).build();
    }

    static List<Part> parts(Content content) {
        return content.parts().orElse(List.of());
    }

    static String role(Content content) {
        return content.role().orElse("user");
    }

    private static boolean isResult(Content content) {
        return parts(content).stream().anyMatch(it -> it.functionResponse().isPresent());
    }

    /** One result a content. */
    static List<Content> split(List<Content> contents) {
        List<Content> all = new ArrayList<>();
        for (Content content : contents) {
            if (isResult(content)) {
                parts(content)
                        .forEach(it -> all.add(
                                Content.builder().role(role(content)).parts(it).build()));
            } else {
                all.add(content);
            }
        }
        return all;
    }

    /** Neighbouring results in one content again, as the model expects them. */
    static List<Content> joined(List<Content> contents) {
        List<Content> all = new ArrayList<>();
        for (Content content : contents) {
            if (isResult(content) && !all.isEmpty() && isResult(all.getLast())) {
                List<Part> both = new ArrayList<>(parts(all.getLast()));
                both.addAll(parts(content));
                all.set(
                        all.size() - 1,
                        Content.builder().role(role(content)).parts(both).build());
            } else {
                all.add(content);
            }
        }
        return all;
    }

    @Override
    public Message shown(Content content) {
        for (Part part : parts(content)) {
            if (part.functionResponse().isPresent()) {
                FunctionResponse result = part.functionResponse().get();
                return Message.toolResult(
                        result.id().orElse(""), text(result.response().orElse(Map.of())));
            }
        }
        String text = texts(content);
        return switch (role(content)) {
            case "model" -> Message.assistant(text, calls(content));
            case "system" -> Message.system(text);
            default -> Message.user(text);
        };
    }

    static String texts(Content content) {
        StringBuilder all = new StringBuilder();
        parts(content).forEach(it -> it.text().ifPresent(all::append));
        return all.toString();
    }

    /** The same message with another text; pictures, sounds and results that the user sends stay. */
    static Content withPrompt(Content message, String text) {
        List<Part> parts = new ArrayList<>();
        parts.add(Part.fromText(text));
        parts(message).stream().filter(it -> it.text().isEmpty()).forEach(parts::add);
        return Content.builder().role(role(message)).parts(parts).build();
    }

    static List<ToolCall> calls(Content content) {
        return parts(content).stream()
                .flatMap(it -> it.functionCall().stream())
                .map(AdkContents::call)
                .toList();
    }

    /** A whole answer, with what the model says that it has cost and why it ended. */
    static ModelReply reply(Content content, LlmResponse response) {
        GenerateContentResponseUsageMetadata usage = response.usageMetadata().orElse(null);
        return new ModelReply(
                Message.assistant(texts(content), calls(content)),
                usage == null ? 0 : usage.promptTokenCount().orElse(0),
                usage == null ? 0 : usage.candidatesTokenCount().orElse(0),
                response.finishReason()
                        .map(it -> it.toString().toLowerCase(Locale.ROOT))
                        .orElse(""));
    }

    private static ToolCall call(FunctionCall call) {
        return new ToolCall(
                call.id().orElse(""), call.name().orElse(""), input(call.args().orElse(Map.of())));
    }

    private static EventData input(Map<String, Object> arguments) {
        try {
            return EventData.of(arguments);
        } catch (CarabinerException e) {
            return EventData.of("arguments", String.valueOf(arguments));
        }
    }

    /** What a model reads of a tool's result: its only text, or all of it as JSON. */
    static String text(Map<String, Object> result) {
        if (result.size() == 1) {
            Object only = result.containsKey("result") ? result.get("result") : result.get("error");
            if (only instanceof String text) {
                return text;
            }
        }
        try {
            return EventDataJson.write(EventData.of(result));
        } catch (CarabinerException e) {
            return String.valueOf(result);
        }
    }

    @Override
    public Content written(Message message, boolean first) {
        return switch (message.role()) {
            case SYSTEM ->
                first ? of("system", message.text()) : of("user", "<system>\n" + message.text() + "\n</system>");
            case USER -> of("user", message.text());
            case ASSISTANT -> answer(message);
            case TOOL -> result(message.toolCallId() == null ? "" : message.toolCallId(), "tool", message.text());
        };
    }

    private static Content answer(Message message) {
        List<Part> parts = new ArrayList<>();
        if (!message.text().isEmpty()) {
            parts.add(Part.fromText(message.text()));
        }
        message.toolCalls()
                .forEach(it -> parts.add(Part.builder()
                        .functionCall(FunctionCall.builder()
                                .id(it.id())
                                .name(it.name())
                                .args(plain(it.input())))
                        .build()));
        return Content.builder().role("model").parts(parts).build();
    }

    @SuppressWarnings("NullAway") // JSON may hold null, and so may the framework's map
    static Map<String, Object> plain(EventData data) {
        return new java.util.HashMap<>(data.asMap());
    }

    private static Content result(String id, String name, String text) {
        return Content.builder()
                .role("user")
                .parts(Part.builder()
                        .functionResponse(
                                FunctionResponse.builder().id(id).name(name).response(Map.of("result", text)))
                        .build())
                .build();
    }

    @Override
    public Content withText(Content toolResult, String text) {
        for (Part part : parts(toolResult)) {
            if (part.functionResponse().isPresent()) {
                FunctionResponse result = part.functionResponse().get();
                return result(result.id().orElse(""), result.name().orElse("tool"), text);
            }
        }
        return of(role(toolResult), text);
    }
}
