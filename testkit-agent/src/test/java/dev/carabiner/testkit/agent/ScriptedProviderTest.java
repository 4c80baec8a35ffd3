package dev.carabiner.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.runtime.agent.Session;
import dev.carabiner.runtime.agent.TurnStatus;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import dev.carabiner.runtime.provider.RetryPolicy;
import dev.carabiner.testkit.EventRecorder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptedProviderTest {

    private final HookRegistry hooks = new HookRegistry();

    @TempDir
    private Path directory;

    private Session session(ScriptedProvider script) {
        Bundle bundle = new Bundle("test", "1", SectionValues.NONE, List.of(), List.of(), List.of(), List.of());
        return Session.builder()
                .bundle(bundle)
                .hooks(hooks)
                .retries(RetryPolicy.NEVER)
                .workingDirectory(directory)
                .provider(script)
                .start();
    }

    @Test
    void plays_its_answers_to_an_agent_and_asserts_what_it_was_sent() {
        hooks.register("tool:pre", 0, "guard", (event, data) -> HookResult.deny("not here"));
        EventRecorder events = EventRecorder.first(hooks);
        ScriptedProvider script = new ScriptedProvider()
                .expecting(request ->
                        assertThat(request.messages().getLast().text()).isEqualTo("clean up"))
                .calls("Sweep", "room", "attic")
                .expecting(request ->
                        assertThat(ScriptedProvider.lastToolResult(request)).contains("Sweep"))
                .says("I may not");
        try (Session session = session(script)) {
            assertThat(session.prompt("clean up").answer()).isEqualTo("I may not");
        }

        script.verify();
        assertThat(script.requests()).hasSize(2);
        assertThat(script.sent(1)).contains("clean up");
        assertThat(script.closed()).isTrue();
        assertThat(events.events()).contains("prompt:submit", "provider:request", "session:end");
    }

    @Test
    void keeps_a_broken_expectation_for_the_test() {
        ScriptedProvider script = new ScriptedProvider()
                .expecting(request -> assertThat(request.messages()).isEmpty())
                .says("done");
        try (Session session = session(script)) {
            assertThat(session.prompt("hello").answer()).isEqualTo("done");
        }

        assertThatThrownBy(script::verify).isInstanceOf(AssertionError.class).hasMessageContaining("hello");
    }

    @Test
    void fails_as_a_service_does() {
        ScriptedProvider script = new ScriptedProvider().fails(Kind.UNAUTHORIZED, "no key");
        try (Session session = session(script)) {
            assertThat(session.prompt("hello").status()).isEqualTo(TurnStatus.ERROR);
        }
        script.verify();
    }

    @Test
    void says_which_request_came_after_the_end_of_the_script() {
        ScriptedProvider script = new ScriptedProvider();

        assertThatThrownBy(() -> script.answer(new ModelRequest(List.of(Message.user("and now?")), List.of())))
                .isInstanceOf(ProviderException.class)
                .hasMessage("The script has no answer for request 1, whose last message is: and now?");
        assertThatThrownBy(script::verify).hasMessageContaining("no answer for request 1");
    }

    @Test
    void says_that_steps_are_left() {
        ScriptedProvider script = new ScriptedProvider().says("one").says("two");

        assertThatThrownBy(script::verify).hasMessageContaining("2 steps of the script were not played");
        assertThatThrownBy(() -> script.sent(1)).hasMessageContaining("There is no request 1");
    }
}
