package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.Message;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.session.CancellationToken;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TurnTroubleTest {

    private final Stage stage = new Stage().tool(Stage.echo());

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
}
