package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Scope;
import dev.carabiner.runtime.store.SessionStatus;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is a part of a prompt and closes its session does not wait for ever for the prompt to end. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClosingFromWithinTest {

    private final AtomicReference<Session> running = new AtomicReference<>();
    private final AtomicInteger effects = new AtomicInteger();
    private final CountDownLatch atWork = new CountDownLatch(2);
    private final Stage stage = new Stage()
            .tool(Stage.tool("Act", false, (input, run) -> "effect " + effects.incrementAndGet()))
            .tool(Stage.tool("Close", true, (input, run) -> {
                atWork.countDown();
                atWork.await(); // so that the one does not come too late because of the other
                running.get().close();
                return "closing";
            }));

    private TurnResult prompt(Script script) {
        running.set(stage.start(script));
        return running.get().prompt("hi");
    }

    private void assertOneEndAtTheEnd() {
        assertThat(stage.events()).endsWith("session:end");
        assertThat(stage.all("session:end"))
                .filteredOn(data -> running.get().id().equals(data.text("session_id")))
                .hasSize(1);
        assertThatThrownBy(() -> running.get().prompt("more")).hasMessageContaining("is over");
    }

    @Nested
    class Tools_on_threads_of_their_own {

        @Test
        void end_the_session_when_the_prompt_is_over() {
            TurnResult result =
                    prompt(Script.of(calls(call("1", "Close"), call("2", "Close"), call("3", "Act")), text("never")));

            assertThat(result.status()).isEqualTo(TurnStatus.INTERRUPTED);
            assertThat(running.get().messages())
                    .filteredOn(Message::isToolResult)
                    .extracting(Message::text)
                    .satisfiesExactly(
                            first -> assertThat(first).isEqualTo("closing"),
                            second -> assertThat(second).isEqualTo("closing"),
                            third -> assertThat(third).startsWith("Cancelled"));
            assertThat(effects).hasValue(0);
            assertOneEndAtTheEnd();
        }

        @Test
        void do_not_wait_for_somebody_who_is_closing_it_already() throws Exception {
            CountDownLatch closing = new CountDownLatch(1);
            stage.tool(Stage.tool("Late", true, (input, run) -> {
                atWork.countDown();
                Thread other = Thread.ofVirtual().start(() -> {
                    closing.countDown();
                    running.get().close(SessionStatus.USER_EXIT);
                });
                closing.await();
                while (other.getState() != Thread.State.WAITING) { // for the prompt
                    Thread.onSpinWait();
                }
                running.get().close();
                return "closing";
            }));
            prompt(Script.of(calls(call("1", "Late"), call("2", "Close")), text("never")));
            running.get().close();

            assertOneEndAtTheEnd();
            assertThat(stage.only("session:end").text("reason")).isEqualTo("user_exit");
        }

        @Test
        void of_a_sub_agent_end_its_parent_when_the_parents_prompt_is_over() {
            CountDownLatch bothBegun = new CountDownLatch(2);
            stage.hooks.on("agent:spawn", (event, data) -> {
                bothBegun.countDown();
                return HookResult.proceed();
            });
            stage.hooks.on("tool:pre", (event, data) -> {
                if (data.text("tool_name").equals("Close")) {
                    bothBegun.await(); // or the second would be cancelled before it begins
                }
                return HookResult.proceed();
            });
            stage.agent("helper", "You help.");
            prompt(Script.of(
                    calls(
                            call("1", "Task", "subagent_type", "helper", "prompt", "x"),
                            call("2", "Task", "subagent_type", "helper", "prompt", "y")),
                    calls(call("a", "Close"), call("b", "Close")),
                    text("one of them"),
                    text("never")));

            assertThat(stage.all("session:end")).hasSize(3);
            assertOneEndAtTheEnd();
        }

        @Test
        void of_a_fork_end_what_it_was_forked_from_when_the_forks_prompt_is_over() {
            running.set(stage.start(Script.of(calls(call("1", "Close"), call("2", "Close")), text("never"))));
            Session fork = running.get().fork();
            fork.prompt("hi");

            assertThat(stage.events())
                    .endsWith("prompt:complete", "cancel:completed", "session:end", "cancel:completed", "session:end");
            assertOneEndAtTheEnd();
        }
    }

    @Nested
    class Hooks {

        @Test
        void with_a_timeout_do_not_use_it_up() {
            AtomicReference<Duration> took = new AtomicReference<>();
            stage.hooks.register(HookOptions.forEvent("tool:pre").timeout(Duration.ofSeconds(15)), (event, data) -> {
                long began = System.nanoTime();
                running.get().close();
                took.set(Duration.ofNanos(System.nanoTime() - began));
                return HookResult.proceed();
            });
            prompt(Script.of(calls(call("1", "Act")), text("never")));

            assertThat(took.get()).isLessThan(Duration.ofSeconds(5));
            assertThat(effects).hasValue(0);
            assertOneEndAtTheEnd();
        }

        @Test
        void that_close_at_the_end_find_it_closing() {
            stage.hooks.on("session:end", (event, data) -> {
                running.get().close();
                return HookResult.proceed();
            });
            prompt(Script.of(text("ok")));
            running.get().close();

            assertOneEndAtTheEnd();
        }
    }

    @Test
    void a_tool_that_was_given_up_closes_at_once() {
        running.set(stage.start(Script.of()));
        Work work = Work.begin(running.get());
        Runnable part = Scope.carrying(() -> running.get().close());
        work.end();
        part.run();

        assertOneEndAtTheEnd();
    }
}
