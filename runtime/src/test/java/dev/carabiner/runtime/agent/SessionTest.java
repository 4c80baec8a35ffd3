package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.session.CancellationToken;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SessionTest {

    private final Stage stage = new Stage().tool(Stage.echo());

    @Nested
    class The_order_of_events {

        @Test
        void of_a_plain_turn() {
            try (Session session = stage.start(Script.of(text("hello")))) {
                session.prompt("hi");
            }

            assertThat(stage.events())
                    .containsExactly(
                            "session:start",
                            "prompt:submit",
                            "execution:start",
                            "provider:request",
                            "provider:response",
                            "execution:complete",
                            "orchestrator:complete",
                            "prompt:complete",
                            "session:end");
        }

        @Test
        void of_a_turn_with_a_tool() {
            try (Session session = stage.start(Script.of(calls(call("1", "Echo", "text", "x")), text("ok")))) {
                session.prompt("hi");
            }

            assertThat(stage.events())
                    .containsSubsequence(
                            "provider:request",
                            "provider:response",
                            "decision:tool_resolution",
                            "tool:pre",
                            "tool:post",
                            "provider:request",
                            "provider:response",
                            "execution:complete");
        }

        @Test
        void of_a_streamed_answer() {
            try (Session session = stage.streaming().start(Script.of(text("two words")))) {
                session.prompt("hi");
            }

            assertThat(stage.events())
                    .containsSubsequence(
                            "provider:request",
                            "content_block:start",
                            "content_block:delta",
                            "content_block:delta",
                            "content_block:end",
                            "provider:response");
        }
    }

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
            assertThat(script.sent(1)).last().asString().startsWith("Error: ");
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

    @Nested
    class Tool_calls {

        @Test
        void of_one_answer_run_together_and_are_answered_in_order() throws Exception {
            CyclicBarrier both = new CyclicBarrier(2);
            stage.tool(Stage.tool("Slow", true, (input, run) -> {
                both.await(20, TimeUnit.SECONDS);
                if ("a".equals(input.text("text"))) {
                    Thread.sleep(50);
                }
                return "done " + input.text("text");
            }));
            Script script =
                    Script.of(calls(call("1", "Slow", "text", "a"), call("2", "Slow", "text", "b")), text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(script.sent(1)).endsWith("done a", "done b");
        }

        @Test
        void that_would_disturb_each_other_run_one_after_another() {
            AtomicInteger running = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            stage.tool(Stage.tool("Writer", false, (input, run) -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Thread.sleep(20);
                return "left " + running.decrementAndGet();
            }));
            Script script = Script.of(calls(call("1", "Writer"), call("2", "Writer")), text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(most).hasValue(1);
        }

        @Test
        void with_a_wrong_input_never_reach_the_hooks() {
            Script script = Script.of(calls(call("1", "Echo", "wrong", 1)), text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(stage.events()).doesNotContain("tool:pre").contains("error:tool");
            assertThat(script.sent(1)).last().asString().startsWith("Error: ").contains("wrong");
        }

        @Test
        void for_a_tool_that_is_not_there_are_errors_that_name_those_that_are() {
            Script script = Script.of(calls(call("1", "Fly")), text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(script.sent(1)).last().asString().contains("Fly", "Echo");
        }

        @Test
        void that_fail_are_told_to_hooks_and_model() {
            stage.tool(Stage.tool("Broken", false, (input, run) -> {
                throw new IllegalStateException("the disk is full");
            }));
            Script script = Script.of(calls(call("1", "Broken")), text("ok"));

            try (Session session = stage.start(script)) {
                session.prompt("hi");
            }
            assertThat(stage.only("error:tool").object("error").text("message")).isEqualTo("the disk is full");
            assertThat(script.sent(1)).last().isEqualTo("Error: the disk is full");
        }

        @Test
        void end_when_the_rounds_are_used_up() {
            Script script = Script.of(
                    calls(call("1", "Echo", "text", "x")),
                    calls(call("2", "Echo", "text", "x")),
                    calls(call("3", "Echo", "text", "x")));

            try (Session session = stage.rounds(2).start(script)) {
                TurnResult result = session.prompt("hi");

                assertThat(result.status()).isEqualTo(TurnStatus.ERROR);
                assertThat(result.answer()).contains("2 rounds");
            }
        }
    }

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

    @Nested
    class A_provider_that_fails {

        @Test
        void is_asked_again_if_it_may_pass() {
            Script script = Script.of(
                    request -> {
                        throw new ProviderException(
                                "provider-script", ProviderException.Kind.SERVER_ERROR, "500", null);
                    },
                    text("at last"));

            try (Session session = stage.start(script)) {
                assertThat(session.prompt("hi").answer()).isEqualTo("at last");
            }
            assertThat(stage.only("provider:retry").get("attempt")).isEqualTo(1);
            assertThat(stage.events()).doesNotContain("error:provider");
        }

        @Test
        void ends_the_turn_if_it_will_not() {
            Script script = Script.of(request -> {
                throw new ProviderException("provider-script", ProviderException.Kind.UNAUTHORIZED, "wrong key", null);
            });

            try (Session session = stage.start(script)) {
                TurnResult result = session.prompt("hi");

                assertThat(result.status()).isEqualTo(TurnStatus.ERROR);
                assertThat(result.answer()).contains("wrong key");
            }
            assertThat(stage.events())
                    .contains("error:provider", "prompt:complete")
                    .doesNotContain("provider:retry");
        }

        @Test
        void in_a_way_nobody_thought_of_does_not_take_the_session_along() {
            Script script = Script.of(
                    request -> {
                        throw new IllegalStateException("bug");
                    },
                    text("fine"));

            try (Session session = stage.start(script)) {
                assertThat(session.prompt("hi").status()).isEqualTo(TurnStatus.ERROR);
                assertThat(session.prompt("again").answer()).isEqualTo("fine");
            }
            assertThat(stage.only("error:orchestration").object("error").text("message"))
                    .contains("bug");
        }
    }

    @Nested
    class A_cancellation {

        @Test
        void lets_the_running_tool_finish_and_begins_nothing_new() throws Exception {
            AtomicReference<Session> running = new AtomicReference<>();
            stage.tool(Stage.tool("Long", false, (input, run) -> {
                running.get().cancel(CancellationToken.Level.GRACEFUL);
                return "finished";
            }));
            Script script = Script.of(calls(call("1", "Long"), call("2", "Long")), text("never"));

            try (Session session = stage.start(script)) {
                running.set(session);
                TurnResult result = session.prompt("hi");

                assertThat(result.status()).isEqualTo(TurnStatus.INTERRUPTED);
                assertThat(session.messages()).extracting(Message::text).contains("finished");
                assertThat(session.messages()).filteredOn(Message::isToolResult).hasSize(2);
            }
            assertThat(script.requests()).hasSize(1);
            assertThat(stage.events()).contains("cancel:requested", "cancel:completed");
            assertThat(stage.only("session:end").text("reason")).isEqualTo("user_exit");
        }

        @Test
        void that_is_immediate_ends_the_tool() throws Exception {
            CountDownLatch begun = new CountDownLatch(1);
            stage.tool(Stage.tool("Endless", false, (input, run) -> {
                begun.countDown();
                Thread.sleep(60_000);
                return "never";
            }));
            Script script = Script.of(calls(call("1", "Endless")), text("never"));

            try (Session session = stage.start(script)) {
                Thread canceller = Thread.ofVirtual().start(() -> {
                    try {
                        begun.await();
                    } catch (InterruptedException e) {
                        return;
                    }
                    session.cancel(CancellationToken.Level.IMMEDIATE);
                });
                TurnResult result = session.prompt("hi");
                canceller.join();

                assertThat(result.status()).isEqualTo(TurnStatus.INTERRUPTED);
                assertThat(session.messages().getLast().isToolResult()).isTrue();
            }
            assertThat(Thread.interrupted()).isFalse();
            assertThat(stage.events()).contains("prompt:complete", "session:end");
        }
    }

    @Nested
    class The_end {

        @Test
        void is_told_once_however_often_it_is_closed() {
            Session session = stage.start(Script.of());
            session.close();
            session.close(SessionStatus.ERROR);

            assertThat(stage.only("session:end").text("reason")).isEqualTo("complete");
        }

        @Test
        void takes_its_forks_along() {
            Session session = stage.start(Script.of(text("one"), text("two")));
            session.prompt("hi");
            Session fork = session.fork();
            fork.prompt("and you?");
            session.close();

            assertThat(stage.all("session:end")).hasSize(2);
            assertThat(fork.messages()).extracting(Message::text).containsExactly("hi", "one", "and you?", "two");
            assertThat(session.messages()).hasSize(2);
        }

        @Test
        void has_statistics() {
            try (Session session = stage.start(Script.of(calls(call("1", "Echo", "text", "x")), text("ok")))) {
                session.prompt("hi");
            }

            EventData stats = stage.only("session:end").object("stats");
            assertThat(stats.get("tool_invocations")).isEqualTo(1);
            assertThat(stats.get("total_messages")).isEqualTo(4);
            assertThat(stats.get("total_tokens")).isEqualTo(30L);
        }

        @Test
        void leaves_no_more_prompts() {
            Session session = stage.start(Script.of());
            session.close();

            assertThatThrownBy(() -> session.prompt("hi")).hasMessageContaining("is over");
        }
    }
}
