package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.engine.SessionException;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
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
        void of_the_end_sends_the_agent_on_with_the_reason_as_the_user_s_words() {
            stage.hooks.on(
                    "execution:complete",
                    (event, data) -> "done".equals(data.text("response")) ? HookResult.deny("2 tests fail") : null);
            Script script = Script.of(text("done"), calls(call("1", "Echo", "text", "x")), text("mended"));

            try (Session session = stage.start(script)) {
                TurnResult result = session.prompt("hi");

                assertThat(result.answer()).isEqualTo("mended");
                assertThat(result.status()).isEqualTo(TurnStatus.SUCCESS);
                assertThat(session.messages())
                        .filteredOn(it -> it.text().equals("2 tests fail"))
                        .singleElement()
                        .satisfies(it -> assertThat(it.role()).isEqualTo(Role.USER));
            }
            assertThat(script.sent(1)).containsExactly("hi", "done", "2 tests fail");
            assertThat(stage.all("execution:complete")).hasSize(2);
            assertThat(stage.all("orchestrator:complete")).hasSize(1);
        }

        @Test
        void of_the_end_does_so_eight_times_at_most() {
            stage.hooks.on("execution:complete", (event, data) -> HookResult.deny("never enough"));
            Script script = Script.of(IntStream.rangeClosed(1, 12)
                    .mapToObj(i -> text("answer " + i))
                    .toArray(Script.Line[]::new));

            try (Session session = stage.start(script)) {
                assertThat(session.prompt("hi").answer()).isEqualTo("answer 9");
            }
            assertThat(script.requests()).hasSize(9);
            assertThat(stage.all("execution:complete")).hasSize(9);
        }

        @Test
        void of_the_end_of_a_turn_that_was_denied_or_cancelled_sends_nothing_on() {
            stage.hooks.on("execution:complete", (event, data) -> HookResult.deny("go on"));
            stage.hooks.on("provider:request", (event, data) -> HookResult.deny("over budget"));
            Script script = Script.of(text("never"));

            try (Session session = stage.start(script)) {
                assertThat(session.prompt("hi").answer()).isEqualTo("over budget");
            }
            assertThat(script.requests()).isEmpty();
            assertThat(stage.all("execution:complete")).hasSize(1);
        }

        @Test
        void of_the_end_that_comes_with_a_cancellation_does_not_go_on() {
            Script script = Script.of(text("done"), text("never"));
            try (Session session = stage.start(script)) {
                stage.hooks.on("execution:complete", (event, data) -> {
                    session.coordinator().cancellation().requestGraceful();
                    return HookResult.deny("go on");
                });

                session.prompt("hi");
            }
            assertThat(script.requests()).hasSize(1);
        }

        @Test
        void of_the_compaction_skips_it() {
            stage.hooks.on("context:pre_compact", (event, data) -> HookResult.deny("keep it all"));

            try (Session session = stage.start(Script.of(text("one"), text("two")))) {
                session.prompt("first");
                session.prompt("second");

                assertThat(session.compact()).isNull();
                assertThat(session.messages()).hasSize(4);
            }
            assertThat(stage.events()).contains("context:pre_compact").doesNotContain("context:post_compact");
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
        void at_the_start_of_the_session_stands_before_the_first_prompt() {
            stage.hooks.on("session:start", (event, data) -> HookResult.inject("be brief"));
            Script script = Script.of(text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(script.sent(0)).containsExactly("be brief", "hi");
        }

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
