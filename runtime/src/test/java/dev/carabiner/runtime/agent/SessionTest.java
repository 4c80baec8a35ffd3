package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.store.SessionStatus;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
            assertThat(script.sent(1)).last().asString().contains("wrong");
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
            assertThat(script.sent(1)).last().isEqualTo("the disk is full");
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
