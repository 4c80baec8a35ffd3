package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import dev.carabiner.engine.SessionException;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What hooks can do to a turn. */
@Timeout(60)
class SessionHooksTest {

    private final Stage stage = new Stage().tool(Stage.echo());

    @Nested
    class A_denial {

        @Test
        void of_the_prompt_keeps_it_out_of_the_conversation_and_is_the_answer() {
            stage.hooks.on("prompt:submit", (event, data) -> HookResult.deny("not today"));
            Script script = Script.of(text("never"));

            try (Session session = stage.start(script)) {
                TurnResult result = session.prompt("secret plan");

                assertThat(result.answer()).isEqualTo("not today");
                assertThat(result.denied()).isTrue();
                assertThat(session.messages()).isEmpty();
            }
            assertThat(script.requests()).isEmpty();
        }

        @Test
        void of_the_request_ends_the_turn_with_the_reason() {
            stage.hooks.on("provider:request", (event, data) -> HookResult.deny("over budget"));
            Script script = Script.of(text("never"));

            try (Session session = stage.start(script)) {
                assertThat(session.prompt("hi").answer()).isEqualTo("over budget");
            }
            assertThat(script.requests()).isEmpty();
            assertThat(stage.events()).contains("prompt:complete", "session:end");
        }

        @Test
        void of_a_tool_tells_the_model_and_does_not_run_it() {
            AtomicInteger runs = new AtomicInteger();
            stage.tool(Stage.tool("Danger", false, (input, run) -> "run " + runs.incrementAndGet()));
            stage.hooks.on("tool:pre", (event, data) -> HookResult.deny("too dangerous"));
            Script script = Script.of(calls(call("1", "Danger")), text("understood"));

            try (Session session = stage.start(script)) {
                TurnResult result = session.prompt("hi");

                assertThat(result.answer()).isEqualTo("understood");
                assertThat(result.denied()).isTrue();
            }
            assertThat(runs).hasValue(0);
            assertThat(script.sent(1)).last().isEqualTo("Denied by hook: too dangerous");
        }

        @Test
        void of_an_earlier_call_counts_though_a_later_call_was_made() {
            stage.tool(Stage.tool("Danger", false, (input, run) -> "never"));
            stage.hooks.on(
                    "tool:pre",
                    (event, data) -> "Danger".equals(data.text("tool_name"))
                            ? HookResult.deny("too dangerous")
                            : HookResult.proceed());
            Script script = Script.of(calls(call("1", "Danger")), calls(call("2", "Echo", "text", "x")), text("done"));

            try (Session session = stage.start(script)) {
                TurnResult result = session.prompt("hi");

                assertThat(result.lastDenial()).isEqualTo("too dangerous");
                assertThat(result.denied()).isTrue();
                assertThat(result.toolsRun()).isEqualTo(1);
            }
        }

        @Test
        void that_ends_the_turn_is_the_last_though_a_call_was_denied_before() {
            stage.hooks.on("tool:pre", (event, data) -> HookResult.deny("too dangerous"));
            stage.hooks.on(
                    "provider:request",
                    (event, data) -> data.get("messages") instanceof List<?> messages && messages.size() > 1
                            ? HookResult.deny("over budget")
                            : HookResult.proceed());

            try (Session session = stage.start(Script.of(calls(call("1", "Echo", "text", "x"))))) {
                assertThat(session.prompt("hi").lastDenial()).isEqualTo("over budget");
            }
        }

        @Test
        void of_a_result_withholds_it_from_the_model() {
            stage.hooks.on("tool:post", (event, data) -> HookResult.deny("contains a password"));
            Script script = Script.of(calls(call("1", "Echo", "text", "hunter2")), text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(script.sent(1)).last().isEqualTo("Denied by hook: contains a password");
        }

        @Test
        void of_a_piece_of_the_answer_ends_the_turn() {
            stage.hooks.on("content_block:delta", (event, data) -> HookResult.deny("bad word"));

            try (Session session = stage.streaming().start(Script.of(text("curse")))) {
                assertThat(session.prompt("hi").answer()).isEqualTo("bad word");
                assertThat(session.messages()).extracting(Message::text).containsExactly("hi");
            }
        }

        @Test
        void of_the_beginning_is_no_session() {
            stage.hooks.on("session:start", (event, data) -> HookResult.deny("closed on Sundays"));
            Script script = Script.of();

            assertThatThrownBy(() -> stage.start(script))
                    .isInstanceOf(SessionException.class)
                    .hasMessageContaining("closed on Sundays");
            assertThat(stage.all("session:end")).hasSize(1);
            assertThat(script.closed()).isTrue();
        }
    }

    @Nested
    class A_modification {

        @Test
        void of_the_prompt_is_what_the_model_gets() {
            stage.hooks.on(
                    "prompt:submit",
                    (event, data) ->
                            HookResult.modify(data.with("prompt", "polite hi").asMap()));
            Script script = Script.of(text("hello"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(script.sent(0)).containsExactly("polite hi");
        }

        @Test
        void of_the_request_is_what_is_sent_and_not_what_is_kept() {
            stage.hooks.on(
                    "provider:request",
                    (event, data) -> HookResult.modify(
                            data.with("messages", List.of(EventData.of("role", "user", "content", "redacted")))
                                    .asMap()));
            Script script = Script.of(text("hello"));

            try (Session session = stage.start(script)) {
                session.prompt("my name is Ann");

                assertThat(session.messages()).extracting(Message::text).contains("my name is Ann");
            }
            assertThat(script.sent(0)).containsExactly("redacted");
        }

        @Test
        void of_an_input_is_what_the_tool_gets() {
            stage.hooks.on(
                    "tool:pre",
                    (event, data) -> HookResult.modify(data.update("tool_input", input -> input.with("text", "safe"))
                            .asMap()));
            Script script = Script.of(calls(call("1", "Echo", "text", "risky")), text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(script.sent(1)).last().isEqualTo("echo: safe");
        }

        @Test
        void that_makes_an_input_unfit_for_the_tool_is_an_error_and_not_a_run() {
            stage.hooks.on(
                    "tool:pre",
                    (event, data) -> HookResult.modify(data.update("tool_input", input -> input.with("text", 5))
                            .asMap()));
            Script script = Script.of(calls(call("1", "Echo", "text", "x")), text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(script.sent(1)).last().asString().startsWith("The permitted input of Echo is wrong: ");
            assertThat(stage.events()).contains("error:tool").doesNotContain("tool:post");
        }

        @Test
        void of_a_result_is_what_the_model_sees() {
            stage.hooks.on(
                    "tool:post",
                    (event, data) -> HookResult.modify(data.update("tool_result", it -> it.with("output", "***"))
                            .asMap()));
            Script script = Script.of(calls(call("1", "Echo", "text", "hunter2")), text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(script.sent(1)).last().isEqualTo("***");
        }
    }

    @Nested
    class An_injection {

        @Test
        void at_the_prompt_is_seen_in_the_same_turn() {
            stage.hooks.on("prompt:submit", (event, data) -> HookResult.inject("it is Monday"));
            Script script = Script.of(text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(script.sent(0)).containsExactlyInAnyOrder("it is Monday", "hi");
        }

        @Test
        void around_a_tool_comes_after_its_result() {
            stage.hooks.on("tool:pre", (event, data) -> HookResult.inject("before"));
            stage.hooks.on("tool:post", (event, data) -> HookResult.inject("after"));
            Script script = Script.of(calls(call("1", "Echo", "text", "x")), text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(script.sent(1)).containsExactly("hi", "", "echo: x", "before", "after");
        }

        @Test
        void at_the_request_is_in_that_very_request_and_in_no_other() {
            stage.hooks.on(
                    "provider:request",
                    (event, data) -> HookResult.inject("open: write tests").ephemeral());
            Script script = Script.of(text("one"), text("two"));

            try (Session session = stage.start(script)) {
                session.prompt("first");
                session.prompt("second");

                assertThat(session.messages()).extracting(Message::text).doesNotContain("open: write tests");
            }
            assertThat(script.sent(0)).containsExactly("first", "open: write tests");
            assertThat(script.sent(1)).containsExactly("first", "one", "second", "open: write tests");
        }

        @Test
        void appended_to_the_last_result_stands_behind_it() {
            stage.hooks.on(
                    "tool:post",
                    (event, data) ->
                            HookResult.inject("line 3: missing ;").ephemeral().appendToLastToolResult());
            Script script = Script.of(calls(call("1", "Echo", "text", "x")), text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(script.sent(1)).last().isEqualTo("echo: x\n\nline 3: missing ;");
        }

        @Test
        void at_the_request_can_be_appended_too() {
            stage.hooks.on(
                    "provider:request",
                    (event, data) -> HookResult.inject("remember").ephemeral().appendToLastToolResult());
            Script script = Script.of(calls(call("1", "Echo", "text", "x")), text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(script.sent(1)).last().isEqualTo("echo: x\n\nremember");
        }
    }
}
