package dev.carabiner.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.display.Level;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressMonitorTest {

    @TempDir
    private Path directory;

    private Rehearsal monitored(Object... settings) throws Exception {
        return new Rehearsal(directory, new ProgressMonitor(), settings);
    }

    @Nested
    class Repetition {

        @Test
        void is_told_to_agent_and_user() throws Exception {
            Rehearsal rehearsal = monitored();
            rehearsal.run("make");
            rehearsal.run("make");
            assertThat(rehearsal.messages()).isEmpty();
            assertThat(rehearsal.run("make")).isEqualTo("permitted");
            assertThat(rehearsal.shown).singleElement().satisfies(message -> {
                assertThat(message.text()).isEqualTo("Bash was called with the same input 3 times");
                assertThat(message.level()).isEqualTo(Level.WARNING);
            });
            assertThat(rehearsal.nextRequest())
                    .singleElement()
                    .asString()
                    .startsWith("You have called Bash with the same input 3 times");
            assertThat(rehearsal.stored()).isEmpty();
        }

        @Test
        void is_counted_by_tool_and_whole_input_whatever_the_order_of_its_keys() throws Exception {
            Rehearsal rehearsal = monitored("repeats", 2);
            rehearsal.call("Read", "file_path", "a", "limit", 1);
            rehearsal.call("Read", "file_path", "a", "limit", 2);
            rehearsal.call("Edit", "file_path", "a", "limit", 1);
            assertThat(rehearsal.messages()).isEmpty();
            rehearsal.call("Read", "limit", 1, "file_path", "a");
            assertThat(rehearsal.messages()).hasSize(1);
        }

        @Test
        void of_a_call_that_is_denied_each_time_is_told_with_the_next_request() throws Exception {
            Rehearsal rehearsal = monitored();
            rehearsal.session.hooks().register("tool:pre", (event, data) -> HookResult.deny("no"));
            for (int i = 0; i < 3; i++) {
                assertThat(rehearsal.run("make")).isEqualTo("no");
            }
            assertThat(rehearsal.messages()).containsExactly("Bash was called with the same input 3 times");
            rehearsal.emit("provider:request", "provider", "p");
            assertThat(rehearsal.nextRequest())
                    .singleElement()
                    .asString()
                    .startsWith("You have called Bash with the same input 3 times");
            rehearsal.emit("provider:request", "provider", "p");
            assertThat(rehearsal.nextRequest()).isEmpty();
        }

        @Test
        void that_was_told_with_its_call_is_not_told_again() throws Exception {
            Rehearsal rehearsal = monitored("repeats", 2);
            rehearsal.run("make");
            rehearsal.run("make");
            rehearsal.emit("tool:post", "tool_name", "Bash", "success", true);
            rehearsal.emit("provider:request", "provider", "p");
            assertThat(rehearsal.nextRequest()).hasSize(1);
        }

        @Test
        void begins_anew_with_each_prompt_and_each_session() throws Exception {
            Rehearsal rehearsal = monitored("repeats", 2);
            SessionCoordinator child = rehearsal.session.child("s-2").build();
            rehearsal.run("make");
            Rehearsal.called(child, "Bash", EventData.of("command", "make"));
            rehearsal.emit("prompt:submit", "prompt", "again");
            rehearsal.run("make");
            assertThat(rehearsal.messages()).isEmpty();
            Rehearsal.called(child, "Bash", EventData.of("command", "make"));
            assertThat(rehearsal.messages()).hasSize(1);
        }

        @Test
        void of_very_many_calls_is_not_kept_for_ever() throws Exception {
            Rehearsal rehearsal = monitored();
            for (int i = 0; i < 2_000; i++) {
                rehearsal.run("make " + i);
            }
            assertThat(rehearsal.messages()).isEmpty();
        }

        @Test
        void of_one_call_is_none() {
            assertThatThrownBy(() -> monitored("repeats", 1))
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessage("The setting repeats of progress-monitor is \"1\"; expected 2 or more");
        }
    }

    @Nested
    class Summary {

        private void turn(Rehearsal rehearsal) {
            rehearsal.emit("prompt:submit", "prompt", "go");
            for (int i = 0; i < 2; i++) {
                rehearsal.emit("provider:request", "provider", "p");
                rehearsal.emit("provider:response", "usage", Map.of("input_tokens", 100, "output_tokens", 20));
            }
            rehearsal.emit("tool:post", "tool_name", "Read", "success", true);
            rehearsal.emit("tool:post", "tool_name", "Bash", "success", false);
            rehearsal.emit("error:tool", "tool_name", "Bash");
        }

        @Test
        void is_one_line_at_the_end_of_the_turn() throws Exception {
            Rehearsal rehearsal = monitored();
            turn(rehearsal);
            rehearsal.emit("orchestrator:complete", "orchestrator", "loop-basic");
            assertThat(rehearsal.messages())
                    .containsExactly("3 tool calls (2 failed), 2 model calls, 240 tokens, 0.0 s");
        }

        @Test
        void is_left_out_where_there_is_nothing_to_sum_up_or_nobody_wants_it() throws Exception {
            Rehearsal idle = monitored();
            idle.emit("prompt:submit", "prompt", "go");
            idle.emit("orchestrator:complete", "orchestrator", "loop-basic");
            assertThat(idle.messages()).isEmpty();
            Rehearsal silent = monitored("summary", false);
            turn(silent);
            silent.emit("orchestrator:complete", "orchestrator", "loop-basic");
            assertThat(silent.messages()).isEmpty();
        }
    }
}
