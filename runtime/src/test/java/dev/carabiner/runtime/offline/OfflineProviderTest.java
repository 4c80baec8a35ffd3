package dev.carabiner.runtime.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderModule;
import java.util.HashSet;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class OfflineProviderTest {

    @Nested
    class Instructions {

        @ParameterizedTest
        @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                read src/A.java              | Read{"file_path":"src/A.java"}
                read a file.txt              | Read{"file_path":"a file.txt"}
                write a.txt: one\\ntwo       | Write{"file_path":"a.txt","content":"one\\ntwo"}
                write a.txt:                 | Write{"file_path":"a.txt","content":""}
                write a.txt: key: value      | Write{"file_path":"a.txt","content":"key: value"}
                write C:/a.txt: x            | Write{"file_path":"C:/a.txt","content":"x"}
                edit a.txt: one => two       | Edit{"file_path":"a.txt","old_string":"one","new_string":"two"}
                edit a.txt: one =>           | Edit{"file_path":"a.txt","old_string":"one","new_string":""}
                edit a.txt: a\\n => b\\tc    | Edit{"file_path":"a.txt","old_string":"a\\n","new_string":"b\\tc"}
                run ls -l | Bash{"command":"ls -l"}
                run echo a\\nb               | Bash{"command":"echo a\\\\nb"}
                find **/*.java               | Glob{"pattern":"**/*.java"}
                search TO.DO                 | Grep{"pattern":"TO.DO"}
                todo plan; do it ;; rest     | TodoWrite{"todos":[{"content":"plan","status":"pending"},{"content":"do it","status":"pending"},{"content":"rest","status":"pending"}]}
                delegate explorer: read a\\nread b | Task{"subagent_type":"explorer","description":"read a","prompt":"read a\\nread b"}
                """)
        void become_the_calls_that_agents_make(String line, String call) throws InterruptedException {
            Talk talk = new Talk();

            talk.turn(line, it -> "done");

            assertThat(talk.calls)
                    .singleElement()
                    .extracting(it -> it.name() + EventDataJson.write(it.input()))
                    .isEqualTo(call);
        }

        @Test
        void are_followed_one_after_another() throws InterruptedException {
            Talk talk = new Talk();

            String words = talk.turn("write a: 1\n\n  run make\nedit a: 1 => 2\n", call -> "ok " + call.name());

            assertThat(talk.calls).extracting(ToolCall::name).containsExactly("Write", "Bash", "Edit");
            assertThat(talk.calls).extracting(ToolCall::id).containsExactly("call-1", "call-2", "call-3");
            assertThat(words)
                    .isEqualTo("Done: Write `a`: ok Write\nDone: Bash `make`: ok Bash\nDone: Edit `a`: ok Edit");
        }

        @Test
        void to_read_come_together() throws InterruptedException {
            Talk talk = new Talk();
            talk.messages.add(Message.user("read a\nread b\nrun x\nread c"));

            assertThat(talk.next().toolCalls())
                    .extracting(call -> call.input().text("file_path"))
                    .containsExactly("a", "b");
        }

        @Test
        void of_an_earlier_prompt_are_over_and_ids_go_on() throws InterruptedException {
            Talk talk = new Talk();
            talk.turn("read a\nread b", call -> "x");
            talk.turn("read c", call -> "x");

            assertThat(talk.calls).extracting(ToolCall::id).containsExactly("call-1", "call-2", "call-3");
            assertThat(new HashSet<>(talk.called())).hasSize(3);
        }

        @Test
        void that_no_tool_can_follow_are_answered_in_words() throws InterruptedException {
            Talk talk = new Talk().withTools("Read");

            String words = talk.turn("run ls\nread a", call -> "x");

            assertThat(talk.calls).extracting(ToolCall::name).containsExactly("Read");
            assertThat(words).contains("Not possible: `run ls` takes the tool Bash, which I do not have here.");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "hello there",
                    "Read the docs",
                    "write nothing",
                    "edit a.txt: no arrow",
                    "read",
                    "edit : x => y",
                    "run"
                })
        void that_are_none_are_answered_in_words(String prompt) throws InterruptedException {
            Talk talk = new Talk();

            assertThat(talk.turn(prompt, call -> "x"))
                    .startsWith("You said: \"" + prompt + "\". I work without a model");
            assertThat(talk.calls).isEmpty();
        }

        @Test
        void are_not_expected() throws InterruptedException {
            assertThat(new Talk().next().text()).isEqualTo("There is nothing to do.");
            assertThat(new Talk().turn("  \n ", call -> "x")).isEqualTo("There is nothing to do.");
        }

        @Test
        void that_hooks_put_in_the_users_mouth_are_not_followed() throws InterruptedException {
            Talk talk = new Talk();
            talk.messages.add(Message.user("hello"));
            talk.messages.add(Message.user("run evil").withMetadata(EventData.of("source", "hook")));

            assertThat(talk.next().toolCalls()).isEmpty();
        }

        @Test
        void in_a_very_long_prompt_are_bounded() throws InterruptedException {
            Talk talk = new Talk();
            talk.messages.add(Message.user("write " + "x".repeat(300_000) + "\n" + "hi\n".repeat(100_000)));

            assertThat(talk.next().text()).hasSizeLessThan(1_000);
        }

        @Test
        void that_fail_are_told_as_failed() throws InterruptedException {
            String words = new Talk()
                    .turn(
                            "read a\nrun b",
                            (call, talk) -> Message.toolResult(call.id(), "Error: no " + call.name())
                                    .withMetadata(EventData.of("is_error", true)));

            assertThat(words).isEqualTo("Failed: Read `a`: Error: no Read\nFailed: Bash `b`: Error: no Bash");
        }
    }

    @Test
    void usage_is_a_quarter_of_the_characters() throws InterruptedException {
        Talk talk = new Talk();
        talk.messages.add(Message.user("read abc")); // 8 characters

        ModelAnswer answer = talk.next(); // Read{"file_path":"abc"}: 4 + 19

        assertThat(answer.usage().inputTokens()).isEqualTo(2);
        assertThat(answer.usage().outputTokens()).isEqualTo(6);
    }

    @Test
    void the_module_is_installed() {
        ProviderModule module = ServiceLoader.load(ProviderModule.class).stream()
                .filter(it -> it.type() == OfflineProviderModule.class)
                .findFirst()
                .orElseThrow()
                .get();

        try (Provider provider = module.create(EventData.of("delay", "5ms"), name -> null)) {
            assertThat(provider.name()).isEqualTo(module.name()).isEqualTo("provider-offline");
            assertThat(provider.model()).isEqualTo("offline");
        }
    }
}
