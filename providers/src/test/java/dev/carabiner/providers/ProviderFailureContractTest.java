package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every provider makes of a service that fails. */
@ParameterizedClass
@FieldSource("dev.carabiner.providers.Service#ALL")
class ProviderFailureContractTest extends OverTheWire {

    @Nested
    class AFailure {

        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void says_how_long_to_wait_if_the_service_does(boolean streaming) {
            server.reply(Replies.json(429, service.error("slow down"), "Retry-After: 7"));

            ProviderException failure = failure(() -> call(streaming));

            assertThat(failure.kind()).isEqualTo(Kind.RATE_LIMITED);
            assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(7));
            assertThat(failure).hasMessageContaining("slow down").hasNoCause();
            assertThat(failure.provider()).isEqualTo(service.module().name());
        }

        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void of_the_server_is_one_and_is_not_tried_again_here(boolean streaming) throws InterruptedException {
            server.reply(Replies.json(500, service.error("out of order")));

            assertThat(failure(() -> call(streaming)))
                    .hasMessageContaining("500")
                    .hasMessageContaining("out of order")
                    .extracting(ProviderException::kind)
                    .isEqualTo(Kind.SERVER_ERROR);
            server.received();
            assertThat(server.requestsLeft()).isZero();
        }

        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void of_the_key_names_the_variable(boolean streaming) {
            server.reply(Replies.json(401, service.error("no such key " + KEY)));

            assertThat(failure(() -> call(streaming)))
                    .hasMessageContaining("THE_KEY")
                    .extracting(ProviderException::kind)
                    .isEqualTo(Kind.UNAUTHORIZED);
        }

        @ParameterizedTest
        @ValueSource(ints = {400, 404, 413, 422, 302})
        void of_the_request_is_final(int status) {
            server.reply(Replies.json(status, service.error("not like this"), "Location: http://127.0.0.1:1/"));

            assertThat(failure(() -> call(false)).kind()).isEqualTo(Kind.REJECTED);
        }

        @Test
        void is_a_body_that_breaks_off() {
            server.reply(Replies.cutBody(service.answer()));

            assertThat(failure(() -> call(false)).kind()).isEqualTo(Kind.CONNECTION);
        }

        @Test
        void is_a_stream_that_breaks_off() {
            server.reply(Replies.cutStream(
                    service.streamType(),
                    service.stream().subList(0, service.stream().size() - 2)));

            assertThat(failure(() -> call(true)).kind()).isEqualTo(Kind.CONNECTION);
        }

        @Test
        void is_a_stream_that_ends_properly_before_the_answer_does() {
            List<String> whole = service.streamedToolCalls();
            for (int length = 1; length < 3; length++) {
                server.reply(Replies.stream(service.streamType(), whole.subList(0, length)));

                assertThat(failure(() -> call(true)).kind()).isEqualTo(Kind.CONNECTION);
            }
        }

        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void is_a_connection_that_closes_without_an_answer(boolean streaming) throws InterruptedException {
            server.reply(Replies.nothing());

            assertThat(failure(() -> call(streaming)).kind()).isEqualTo(Kind.CONNECTION);
            server.received();
            assertThat(server.requestsLeft()).isZero();
        }

        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void is_a_connection_that_is_refused(boolean streaming) throws IOException {
            String address;
            try (ServerSocket free = new ServerSocket(0)) {
                address = "http://127.0.0.1:" + free.getLocalPort();
            }
            provider.close();
            provider = provider(address);

            assertThat(failure(() -> call(streaming)))
                    .hasMessageStartingWith(service.module().name() + ": " + address)
                    .hasMessageContaining("check that the service runs")
                    .hasMessageContaining("base_url")
                    .extracting(ProviderException::kind)
                    .isEqualTo(Kind.CONNECTION);
        }

        @ParameterizedTest
        @ValueSource(strings = {"{\"id\": ", "<html>Welcome</html>", "[]", "", "{\"id\":1,\"id\":2}"})
        void is_an_answer_that_is_no_json_object(String body) {
            server.reply(Replies.json(200, body));

            assertThat(failure(() -> call(false)).kind()).isEqualTo(Kind.MALFORMED);
        }

        @ParameterizedTest
        @ValueSource(strings = {"{}", "{\"choices\":[{}],\"content\":\"x\",\"candidates\":[{}],\"message\":{}}"})
        void is_an_answer_with_nothing_in_it(String body) {
            server.reply(Replies.json(200, body));

            // LangChain4j blames OpenAI's server for an answer without choices; both kinds are tried again
            assertThat(failure(() -> call(false)).kind()).isIn(Kind.MALFORMED, Kind.SERVER_ERROR);
        }

        @Test
        void is_an_event_that_is_no_json() {
            String prefix = service.streamType().contains("ndjson") ? "" : "event: message_delta\ndata: ";
            server.reply(Replies.stream(
                    service.streamType(), List.of(service.stream().getFirst(), prefix + "{\"a\":\n\n")));

            assertThat(failure(() -> call(true)).kind()).isEqualTo(Kind.MALFORMED);
        }

        @Test
        void is_an_event_of_another_shape() {
            String prefix = service.streamType().contains("ndjson") ? "" : "event: message_delta\ndata: ";
            String event = "{\"choices\":\"x\",\"candidates\":\"x\",\"message\":\"x\",\"delta\":\"x\"}\n\n";
            server.reply(Replies.stream(
                    service.streamType(), List.of(service.stream().getFirst(), prefix + event)));

            assertThat(failure(() -> call(true)).kind()).isEqualTo(Kind.MALFORMED);
        }

        @Test
        void is_an_error_told_in_the_middle_of_a_stream() {
            server.reply(Replies.stream(service.streamType(), service.brokenStream("overloaded")));

            assertThat(failure(() -> call(true)))
                    .hasMessageContaining("overloaded")
                    .extracting(ProviderException::kind)
                    .isEqualTo(Kind.SERVER_ERROR);
        }

        @Test
        void is_input_for_a_tool_that_is_no_object_only_where_it_breaks_the_whole_answer() throws InterruptedException {
            server.reply(Replies.stream(service.streamType(), service.streamedNonsense()));

            if (service.argumentsAreText()) {
                ModelAnswer answer = call(true);
                assertThat(answer.toolCalls()).extracting(ToolCall::name).containsExactly("Bash");
                assertThat(answer.toolCalls().getFirst().input()).isEqualTo(EventData.empty());
                assertThat(answer.faultyCalls()).containsOnlyKeys(0);
            } else {
                assertThat(failure(() -> call(true)).kind()).isEqualTo(Kind.MALFORMED);
            }
        }

        @Test
        void is_an_answer_without_end() {
            String endless = " ".repeat(8 * 1024 * 1024);
            server.reply(Replies.stream(service.streamType(), List.of(endless, endless, endless, endless, endless)));

            assertThat(failure(() -> call(false)))
                    .hasMessageContaining("sent too much")
                    .extracting(ProviderException::kind)
                    .isEqualTo(Kind.MALFORMED);
        }
    }
}
