package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Every guard judges the call that will run, also one between two hooks that change it and change it back. */
class PermitForTheSameToolTest {

    private static final Map<String, String> INPUT = Map.of("command", "rm -rf build");

    private final Recording recording = new Recording();

    @Test
    void a_name_that_was_changed_and_changed_back_is_refused() {
        recording.hooks.register(
                "tool:pre", 1, "disguise", (event, data) -> HookResult.modify(data.with("tool_name", "Read")));
        recording.hooks.register(
                "tool:pre",
                2,
                "guard",
                (event, data) -> "Bash".equals(data.text("tool_name")) ? HookResult.deny("not the shell") : null);
        recording.hooks.register(
                "tool:pre", 3, "restore", (event, data) -> HookResult.modify(data.with("tool_name", "Bash")));

        ToolGate gate = recording.session().permitTool("Bash", INPUT);

        assertThat(gate)
                .isInstanceOfSatisfying(
                        ToolGate.Refused.class,
                        refused ->
                                assertThat(refused.reason()).isEqualTo("A hook changed tool_name from Bash to Read"));
    }

    @Test
    void an_input_that_was_dropped_and_restored_is_refused() {
        recording.hooks.register("tool:pre", 1, "drop", (event, data) -> HookResult.modify(data.without("tool_input")));
        recording.hooks.register(
                "tool:pre", 2, "restore", (event, data) -> HookResult.modify(data.with("tool_input", INPUT)));

        ToolGate gate = recording.session().permitTool("Bash", INPUT);

        assertThat(gate)
                .isInstanceOfSatisfying(
                        ToolGate.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo("A hook removed tool_input"));
    }

    @Test
    void an_input_that_was_changed_twice_is_permitted_as_it_is_then() {
        recording.hooks.register(
                "tool:pre",
                1,
                "first",
                (event, data) -> HookResult.modify(data.with("tool_input", Map.of("command", "ls"))));
        recording.hooks.register(
                "tool:pre",
                2,
                "second",
                (event, data) -> HookResult.modify(data.with("tool_input", Map.of("command", "ls -l"))));

        ToolGate gate = recording.session().permitTool("Bash", INPUT);

        assertThat(gate)
                .isInstanceOfSatisfying(
                        ToolGate.Permitted.class,
                        permitted -> assertThat(permitted.permit().input().text("command"))
                                .isEqualTo("ls -l"));
    }

    @Nested
    class A_call_that_a_later_hook_renames {

        @BeforeEach
        void a_guard_of_the_shell_stands_before_it() {
            recording.hooks.register(
                    HookOptions.forEvent("tool:pre").name("guard").guard().tools("Bash"),
                    (event, data) -> HookResult.deny("not the shell"));
            recording.hooks.register(
                    "tool:pre", 1, "rename", (event, data) -> HookResult.modify(data.with("tool_name", "Bash")));
        }

        @Test
        void is_judged_by_the_guard_of_its_new_tool() {
            var outcome = recording.session().emit("tool:pre", EventData.of("tool_name", "Read", "tool_input", INPUT));

            assertThat(outcome.reason()).isEqualTo("not the shell");
            assertThat(recording.records(AuditRecord.Denied.class))
                    .singleElement()
                    .satisfies(denied -> assertThat(denied.actor()).isEqualTo("guard"));
        }

        @Test
        void does_not_run() {
            List<EventData> ran = new ArrayList<>();

            ToolAnswer answer = recording.session().call(new ToolCall("id-1", "Read", EventData.of(INPUT)), input -> {
                ran.add(input);
                return ToolResult.of("");
            });

            assertThat(answer.status()).isEqualTo(ToolAnswer.Status.DENIED);
            assertThat(answer.text()).isEqualTo("Denied by hook: not the shell");
            assertThat(ran).isEmpty();
        }
    }
}
