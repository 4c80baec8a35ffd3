package dev.carabiner.runtime.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.AnswerSink;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ProviderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OfflineScriptTest {

    @TempDir
    Path temp;

    private Path write(String yaml) throws IOException {
        return Files.writeString(temp.resolve("play.yaml"), yaml);
    }

    private Talk playing(String yaml) throws IOException {
        return new Talk(OfflineProvider.playing(OfflineScript.read(write(yaml)), Duration.ZERO));
    }

    @Nested
    class Played {

        @Test
        void answers_come_in_order() throws Exception {
            Talk talk = playing("""
                    scenario:
                      - text: I look.
                        tool_calls:
                          - {name: Read, input: {file_path: a.txt}}
                          - {name: TodoWrite, input: {todos: [{content: x, status: pending}]}}
                      - text: Done.
                    """);
            talk.messages.add(Message.user("go"));

            ModelAnswer first = talk.next();

            assertThat(first.text()).isEqualTo("I look.");
            assertThat(first.toolCalls())
                    .extracting(
                            ToolCall::id, ToolCall::name, call -> call.input().toString())
                    .containsExactly(
                            tuple("call-1", "Read", "{file_path=a.txt}"),
                            tuple("call-2", "TodoWrite", "{todos=[{content=x, status=pending}]}"));
            assertThat(talk.next().text()).isEqualTo("Done.");
            assertThat(talk.next().text()).isEqualTo("The scenario has no further answer to this.");
        }

        @Test
        void an_answer_with_a_condition_waits_for_it() throws Exception {
            Talk talk = playing("""
                    scenario:
                      - {when: {contains: Denied}, text: Then not.}
                      - {text: One.}
                      - {text: Two.}
                    """);
            talk.messages.add(Message.user("go"));
            assertThat(talk.next().text()).isEqualTo("One.");
            talk.messages.add(Message.user("Denied by hook: no"));
            assertThat(talk.next().text()).isEqualTo("Then not.");
            talk.messages.add(Message.user("Denied again"));
            assertThat(talk.next().text()).isEqualTo("Two.");
        }

        @Test
        void errors_are_thrown_and_the_next_try_goes_on() throws Exception {
            Talk talk = playing("""
                    scenario:
                      - {error: rate_limited, retry_after: 2s, message: slow down}
                      - {text: Here I am.}
                    """);
            talk.messages.add(Message.user("go"));

            ProviderException e = catchThrowableOfType(ProviderException.class, talk::next);

            assertThat(e.kind()).isEqualTo(ProviderException.Kind.RATE_LIMITED);
            assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(2));
            assertThat(e).hasMessage("slow down");
            assertThat(talk.next().text()).isEqualTo("Here I am.");
        }

        @Test
        void an_error_after_text_is_a_stream_that_breaks_off() throws Exception {
            Talk talk = playing("scenario: [{text: half an, error: connection}]\n");
            StringBuilder heard = new StringBuilder();
            var sink = new AnswerSink() {
                @Override
                public void start(int index, String blockType) {}

                @Override
                public void delta(int index, String piece) {
                    heard.append(piece);
                }

                @Override
                public void end(int index, String blockType, String text) {
                    heard.append("(end)");
                }
            };
            var provider = OfflineProvider.playing(OfflineScript.read(temp.resolve("play.yaml")), Duration.ZERO);

            assertThatThrownBy(() -> provider.stream(talk.request(), sink)).isInstanceOf(ProviderException.class);
            assertThat(heard).hasToString("half an");
        }

        @Test
        void an_answer_may_take_its_own_time() throws Exception {
            Talk talk = playing("scenario: [{text: late, delay: 40ms}]\n");
            long began = System.nanoTime();

            talk.next();

            assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(40_000_000L);
        }

        @Test
        void ids_do_not_repeat_those_of_the_conversation() throws Exception {
            Talk talk = playing("scenario: [{tool_calls: [{name: Read}]}]\n");
            talk.messages.add(Message.toolCall("call-41-fix", "Bash", EventData.empty()));

            assertThat(talk.next().toolCalls().getFirst().id()).isEqualTo("call-42");
        }
    }

    @Nested
    class AMistake {

        @ParameterizedTest
        @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                scenario: []                             | 1: there are no answers
                scenaro: [a]                             | 1: the file has the unknown key "scenaro"; expected one of scenario
                scenario: text                           | 1: scenario is text; expected a list
                scenario: [text]                         | 1: an answer is text; expected an object with
                scenario: [{}]                           | 1: an answer says nothing; expected text, tool_calls or error
                scenario: [{txt: a}]                     | 1: an answer has the unknown key "txt"; expected one of delay, error
                scenario: [{text: 5}]                    | 1: text is a number; expected text
                scenario: [{text: a, delay: 5}]          | 1: delay is a number; expected text
                scenario: [{text: a, delay: soon}]       | 1: delay: "soon" is not a duration
                scenario: [{error: bad}]                 | 1: error is none that can be simulated; expected one of connection
                scenario: [{text: a, when: x}]           | 1: when is text; expected an object with contains
                scenario: [{tool_calls: [{input: {}}]}]  | 1: a tool call has no name
                scenario: [{tool_calls: [{name: R, input: x}]}] | 1: input is text; expected an object
                [a]                                      | 1: the file is a list; expected an object with scenario
                a: [                                     | 2: this is not YAML
                a: !!java.net.URL [x]                    | 1: the tag
                """)
        void names_file_and_line(String yaml, String problem) throws IOException {
            Path file = write(yaml + "\n");

            assertThatThrownBy(() -> OfflineScript.read(file))
                    .isInstanceOf(ProviderException.class)
                    .hasMessageStartingWith(file + ":" + problem);
        }

        @ParameterizedTest
        @ValueSource(strings = {"none.yaml", "."})
        void is_a_file_that_is_not_there(String name) {
            assertThatThrownBy(() -> new OfflineProviderModule()
                            .create(EventData.of("scenario", temp.resolve(name).toString()), it -> null))
                    .isInstanceOf(ProviderException.class)
                    .hasMessageContaining("there is no such file");
        }

        @Test
        void is_told_with_the_place_where_the_file_was_looked_for() {
            assertThatThrownBy(() -> OfflineScript.read(Path.of("none.yaml")))
                    .hasMessageStartingWith(Path.of("none.yaml").toAbsolutePath() + ":1: there is no such file");
        }
    }
}
