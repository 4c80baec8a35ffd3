package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SubAgentTest {

    private final Stage stage = new Stage().tool(Stage.echo());

    @Nested
    class A_sub_agent {

        private final Stage delegating = stage.agent("helper", "You help.", "Echo");

        @Test
        void works_under_the_same_hooks() {
            delegating.hooks.on(
                    "tool:pre",
                    (event, data) -> "Echo".equals(data.text("tool_name"))
                            ? HookResult.deny("no echo anywhere")
                            : HookResult.proceed());
            Script script = Script.of(
                    calls(call("1", "Task", "subagent_type", "helper", "prompt", "say x")),
                    calls(call("c1", "Echo", "text", "x")),
                    text("could not"),
                    text("ok"));

            try (Session session = delegating.start(script)) {
                session.prompt("hi");

                EventData denied = delegating.all("tool:pre").get(1);
                assertThat(denied.text("tool_name")).isEqualTo("Echo");
                assertThat(denied.text("session_id")).isNotEqualTo(session.id());
            }
            assertThat(script.sent(2)).last().isEqualTo("Denied by hook: no echo anywhere");
            assertThat(script.sent(3)).last().isEqualTo("could not");
        }

        @Test
        void has_a_beginning_and_an_end_of_its_own() {
            Script script = Script.of(
                    calls(call("1", "Task", "subagent_type", "helper", "prompt", "say x")), text("x"), text("ok"));

            try (Session session = delegating.start(script)) {
                session.prompt("hi");
            }
            assertThat(delegating.events())
                    .containsSubsequence(
                            "session:start",
                            "decision:agent_resolution",
                            "session:fork",
                            "agent:spawn",
                            "prompt:submit",
                            "prompt:complete",
                            "agent:complete",
                            "session:end",
                            "tool:post",
                            "session:end");
            assertThat(delegating.all("session:start")).hasSize(1);
        }

        @Test
        void knows_its_instructions_and_its_task_and_nothing_else() {
            Script script = Script.of(
                    calls(call("1", "Task", "subagent_type", "helper", "prompt", "say x")), text("x"), text("ok"));

            try (Session session = delegating.start(script)) {
                session.prompt("a secret");
            }
            assertThat(script.sent(1)).containsExactly("You help.", "say x");
            assertThat(script.requests().get(1).tools()).extracting("name").containsExactly("Echo");
        }

        @Test
        void can_be_denied_before_it_begins() {
            delegating.hooks.on("agent:spawn", (event, data) -> HookResult.deny("alone"));
            Script script = Script.of(calls(call("1", "Task", "subagent_type", "helper", "prompt", "x")), text("ok"));

            try (Session session = delegating.start(script)) {
                session.prompt("hi");
            }
            assertThat(script.sent(1)).last().isEqualTo("Denied by hook: alone");
        }
    }
}
