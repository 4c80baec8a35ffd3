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
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Gemini signs when it calls tools comes back to it, over the wire and through the transcript. */
class GeminiSignaturesTest {

    private static final String NONE = "skip_thought_signature_validator";
    private static final String THOUGHT = "{\"text\":\"Hm.\",\"thought\":true}";
    private static final String SIGNED =
            "{\"functionCall\":{\"name\":\"Read\",\"args\":{\"path\":\"a\"}},\"thoughtSignature\":\"c2lnbmVk\"}";
    private static final String UNSIGNED = "{\"functionCall\":{\"name\":\"Read\",\"args\":{\"path\":\"b\"}}}";

    private final WireServer server = new WireServer();

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private Provider provider(String model) {
        return new GeminiProviderModule()
                .create(
                        EventData.of("model", model, "base_url", server.address(), "api_key_env", "THE_KEY"),
                        name -> "sk-test-0123456789abcdef");
    }

    private static String answer(String... parts) {
        return "{\"candidates\":[{\"content\":{\"parts\":[" + String.join(",", parts)
                + "],\"role\":\"model\"},\"finishReason\":\"STOP\",\"index\":0}],\"usageMetadata\":{\"promptTokenCount\":1,"
                + "\"candidatesTokenCount\":1,\"totalTokenCount\":2}}";
    }

    private ModelAnswer asked(String model, boolean streaming, String... parts) throws Exception {
        server.reply(
                streaming
                        ? Replies.stream("text/event-stream", List.of(Service.event(answer(parts))))
                        : Replies.json(200, answer(parts)));
        try (Provider provider = provider(model)) {
            return streaming
                    ? provider.stream(Conversations.SHORT, new RecordingSink())
                    : provider.answer(Conversations.SHORT);
        } finally {
            server.received();
        }
    }

    /** The signatures of the next request's calls, with the answer and its results as a transcript gives them back. */
    private List<String> sentBack(String model, ModelAnswer answer) throws Exception {
        server.reply(Replies.json(200, answer("{\"text\":\"ok\"}")));
        List<Message> messages = new ArrayList<>(Conversations.SHORT.messages());
        messages.add(MessageData.read(MessageData.of(answer.message())));
        answer.toolCalls().forEach(call -> messages.add(Message.toolResult(call.id(), "one")));
        try (Provider provider = provider(model)) {
            provider.answer(new ModelRequest(messages, List.of()));
        }
        EventData sent = Json.read(server.received().body());
        return IntStream.range(0, answer.toolCalls().size())
                .mapToObj(i -> String.valueOf(Json.at(sent, "/contents/1/parts/" + i + "/thoughtSignature")))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_signature_stays_with_the_first_call_of_its_step(boolean streaming) throws Exception {
        ModelAnswer answer = asked("gemini-3-pro", streaming, THOUGHT, SIGNED, UNSIGNED);

        assertThat(sentBack("gemini-3-pro", answer)).containsExactly("c2lnbmVk", "null");
    }

    @Test
    void a_signature_is_for_the_model_that_gave_it() throws Exception {
        ModelAnswer answer = asked("gemini-3-pro", false, SIGNED);

        assertThat(sentBack("gemini-4-pro", answer)).containsExactly(NONE);
        assertThat(sentBack("gemini-2.5-pro", answer)).containsExactly("null");
    }

    @Test
    void older_models_are_sent_none() throws Exception {
        ModelAnswer answer = asked("gemini-2.5-pro", false, SIGNED);

        assertThat(sentBack("gemini-2.5-pro", answer)).containsExactly("null");
    }

    @Test
    void signatures_that_cannot_be_told_apart_are_not_given_back() throws Exception {
        ModelAnswer answer = asked("gemini-3-pro", false, "{\"text\":\"\",\"thoughtSignature\":\"dGV4dA==\"}", SIGNED);

        assertThat(sentBack("gemini-3-pro", answer)).containsExactly(NONE);
    }

    @Test
    void an_answer_without_one_has_nothing_to_keep() throws Exception {
        assertThat(asked("gemini-3-pro", false, "{\"text\":\"Hello\"}").metadata())
                .isEqualTo(EventData.empty());
    }
}
