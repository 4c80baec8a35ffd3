package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.runtime.provider.AnswerSink;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.Usage;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.FieldSource;

/** What every provider that reaches its model over HTTP has to do, each over its own wire format. */
@ParameterizedClass
@FieldSource("dev.carabiner.providers.Service#ALL")
class ProviderContractTest extends OverTheWire {

    @Nested
    class AnAnswer {

        @Test
        void has_the_text_the_usage_and_why_it_ended() throws InterruptedException {
            server.reply(Replies.json(200, service.answer()));

            assertThat(provider.answer(Conversations.SHORT))
                    .isEqualTo(new ModelAnswer("Hello there", List.of(), new Usage(11, 7), service.stopWord()));
        }

        @Test
        void may_call_several_tools() throws InterruptedException {
            server.reply(Replies.json(200, service.toolCalls()));

            assertToolCalls(provider.answer(Conversations.SHORT));
        }

        @Test
        void follows_another_on_the_same_provider() throws InterruptedException {
            for (int i = 0; i < 3; i++) {
                server.reply(Replies.json(200, service.answer()));

                assertThat(provider.answer(Conversations.SHORT).text()).isEqualTo("Hello there");
            }
        }
    }

    @Nested
    class AStream {

        @Test
        void comes_in_pieces_and_is_whole_in_the_end() throws InterruptedException {
            server.reply(Replies.stream(service.streamType(), service.stream()));

            assertThat(provider.stream(Conversations.SHORT, sink))
                    .isEqualTo(new ModelAnswer("Hello there", List.of(), new Usage(11, 7), service.stopWord()));
            assertThat(sink.lines)
                    .containsExactly("start 0 text", "delta 0 Hello", "delta 0  there", "end 0 text Hello there");
        }

        @Test
        void is_delivered_on_the_callers_thread() throws InterruptedException {
            server.reply(Replies.stream(service.streamType(), service.streamedToolCalls()));

            provider.stream(Conversations.SHORT, sink);

            assertThat(sink.threads).containsExactly(Thread.currentThread());
        }

        @Test
        void may_end_with_the_connection_once_the_answer_is_complete() throws InterruptedException {
            server.reply(Replies.unframed(service.streamType(), service.stream()));

            assertThat(provider.stream(Conversations.SHORT, sink).text()).isEqualTo("Hello there");
        }

        @Test
        void may_arrive_byte_by_byte() throws InterruptedException {
            List<String> bytes = String.join("", service.stream())
                    .chars()
                    .mapToObj(Character::toString)
                    .toList();
            server.reply(Replies.stream(service.streamType(), bytes));

            assertThat(provider.stream(Conversations.SHORT, sink).text()).isEqualTo("Hello there");
        }

        @Test
        void has_a_block_for_each_tool_call() throws InterruptedException {
            server.reply(Replies.stream(service.streamType(), service.streamedToolCalls()));

            assertToolCalls(provider.stream(Conversations.SHORT, sink));
            assertThat(sink.lines)
                    .filteredOn(it -> !it.startsWith("delta"))
                    .containsExactly(
                            "start 0 text",
                            "end 0 text Looking.",
                            "start 1 tool_use",
                            "end 1 tool_use {\"path\":\"a.txt\"}",
                            "start 2 tool_use",
                            "end 2 tool_use {\"command\":\"ls\",\"timeout\":5}");
        }

        @Test
        void keeps_thinking_out_of_the_text() throws InterruptedException {
            server.reply(Replies.stream(service.streamType(), service.streamedThinking()));

            assertThat(provider.stream(Conversations.SHORT, sink).text()).isEqualTo("Yes");
            assertThat(sink.lines).contains("end 0 thinking Hm.", "end 1 text Yes");
        }

        @Test
        void ends_with_what_its_receiver_throws() {
            server.reply(Replies.stream(service.streamType(), service.stream()));
            RuntimeException trouble = new IllegalStateException("full");

            Throwable thrown = catchThrowableOfType(
                    IllegalStateException.class, () -> provider.stream(Conversations.SHORT, new ThrowingSink(trouble)));

            assertThat(thrown).isSameAs(trouble);
        }
    }

    @Nested
    class ARequest {

        @Test
        void holds_messages_and_tools_as_the_service_wants_them() throws InterruptedException {
            server.reply(Replies.json(200, service.answer()));

            provider.answer(Conversations.LONG);

            WireServer.Received received = server.received();
            assertThat(received.json()).isEqualTo(EventDataJson.read(service.request()));
            assertThat(received.path()).isEqualTo(service.answerPath());
        }

        @Test
        void for_a_stream_says_the_same() throws InterruptedException {
            server.reply(Replies.stream(service.streamType(), service.stream()));

            provider.stream(Conversations.LONG, sink);

            WireServer.Received received = server.received();
            EventData expected = EventDataJson.read(service.request());
            for (String part : List.of("messages", "contents", "system", "systemInstruction", "tools")) {
                assertThat(received.json().get(part)).isEqualTo(expected.get(part));
            }
            assertThat(received.path()).isEqualTo(service.streamPath());
        }

        @Test
        void carries_the_key_in_its_header_only() throws InterruptedException {
            server.reply(Replies.json(200, service.answer()));

            provider.answer(Conversations.LONG);

            WireServer.Received received = server.received();
            assertThat(received.headers().remove(service.keyHeader())).isEqualTo(service.keyPrefix() + KEY);
            assertThat(received.toString()).doesNotContain(KEY);
        }

        @Test
        void says_what_the_settings_say() throws InterruptedException {
            provider.close();
            provider = provider(
                    server.address(), "max_tokens", 321, "temperature", 0.25, "top_p", 0.5, "stop", List.of("END"));
            server.reply(Replies.json(200, service.answer()));

            provider.answer(Conversations.SHORT);

            assertThat(server.received().body()).contains("321", "0.25", "0.5", "END");
        }
    }

    void assertToolCalls(ModelAnswer answer) {
        assertThat(answer.text()).isEqualTo("Looking.");
        assertThat(answer.stopReason()).isEqualTo(service.toolStopWord());
        assertThat(answer.toolCalls()).extracting(ToolCall::name).containsExactly("Read", "Bash");
        assertThat(answer.toolCalls())
                .extracting(ToolCall::input)
                .containsExactly(EventData.of("path", "a.txt"), EventData.of("command", "ls", "timeout", 5));
        assertThat(answer.toolCalls())
                .extracting(ToolCall::id)
                .doesNotHaveDuplicates()
                .doesNotContain("");
    }

    /** A receiver in trouble. */
    private record ThrowingSink(RuntimeException trouble) implements AnswerSink {

        @Override
        public void start(int index, String blockType) {}

        @Override
        public void delta(int index, String piece) {
            throw trouble;
        }

        @Override
        public void end(int index, String blockType, String text) {}
    }
}
