package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.Message;
import dev.carabiner.context.MessageData;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.Provider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Claude's signed thoughts come back to it with its calls, over the wire and through the transcript. */
class AnthropicThoughtsTest {

    private static final String THOUGHT = "{\"type\":\"thinking\",\"thinking\":\"Hm.\",\"signature\":\"EqQ=\"}";
    private static final String CALL =
            "{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"Read\",\"input\":{\"path\":\"a.txt\"}}";

    private final WireServer server = new WireServer();

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private ModelAnswer asked(String model, ModelRequest request, String... content) throws InterruptedException {
        server.reply(Replies.json(
                200,
                "{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude\",\"content\":["
                        + String.join(",", content)
                        + "],\"stop_reason\":\"tool_use\",\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}"));
        EventData settings = EventData.of("model", model, "base_url", server.address())
                .with("settings", Map.of("thinking_type", "enabled", "thinkingBudgetTokens", 1024));
        try (Provider provider = new AnthropicProviderModule().create(settings, name -> null)) {
            return provider.answer(request);
        }
    }

    private List<?> sentBack(String model, ModelAnswer answer) throws InterruptedException {
        List<Message> messages = new ArrayList<>(Conversations.SHORT.messages());
        messages.add(MessageData.read(MessageData.of(answer.message())));
        messages.add(Message.toolResult("c1", "one"));
        asked(model, new ModelRequest(messages, List.of()), "{\"type\":\"text\",\"text\":\"ok\"}");
        return Json.list(Json.read(server.received().body()), "/messages/1/content");
    }

    @Test
    void to_the_model_that_gave_them_and_to_no_other() throws InterruptedException {
        ModelAnswer answer = asked("claude-a", Conversations.SHORT, THOUGHT, CALL);
        assertThat(Json.at(Json.read(server.received().body()), "/thinking/budget_tokens"))
                .isEqualTo(1024);

        List<?> same = sentBack("claude-a", answer);
        assertThat(same.get(0)).isEqualTo(Json.read(THOUGHT).asMap());
        assertThat(((Map<?, ?>) same.get(1)).get("type")).isEqualTo("tool_use");

        assertThat(sentBack("claude-b", answer))
                .extracting(part -> ((Map<?, ?>) part).get("type"))
                .isEqualTo(List.of("tool_use"));
    }

    @Test
    void an_answer_without_thoughts_has_nothing_to_keep() throws InterruptedException {
        assertThat(asked("claude-a", Conversations.SHORT, CALL).metadata()).isEqualTo(EventData.empty());
    }
}
