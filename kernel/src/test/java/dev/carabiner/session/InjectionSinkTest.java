package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.InMemoryContextManager;
import dev.carabiner.context.Injection;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A host that keeps its own conversation needs no context manager of ours. */
class InjectionSinkTest {

    private final HookRegistry hooks = new HookRegistry();
    private final List<Injection> injected = new ArrayList<>();

    @BeforeEach
    void inject() {
        hooks.register("a:b", 0, "injects", (event, data) -> HookResult.inject("\u001B[31mnote"));
    }

    private SessionCoordinator.Builder builder() {
        return SessionCoordinator.builder().hooks(hooks).injections(injected::add);
    }

    @Test
    void injections_reach_the_sink_safe_and_admitted() {
        builder().build().emit("a:b", Map.of());

        assertThat(injected).singleElement().satisfies(injection -> {
            assertThat(injection.text()).isEqualTo("note");
            assertThat(injection.author()).isEqualTo("injects");
            assertThat(injection.isAdmitted()).isTrue();
            assertThat(injection.timestamp()).isNotNull();
        });
    }

    @Test
    void limits_hold_as_for_any_context() {
        builder().injectionSizeLimit(1).build().emit("a:b", Map.of());

        assertThat(injected).isEmpty();
    }

    @Test
    void there_is_no_conversation_to_ask_for() {
        assertThatThrownBy(() -> builder().build().context()).hasMessageContaining("keeps the conversation itself");
    }

    @Test
    void a_context_beside_it_is_the_conversation_and_gets_no_injections() {
        var context = new InMemoryContextManager();
        var session = builder().context(context).build();

        session.emit("a:b", Map.of());

        assertThat(session.context()).isSameAs(context);
        assertThat(context.messages()).isEmpty();
        assertThat(injected).hasSize(1);
    }

    @Test
    void a_whole_context_manager_may_be_the_sink() {
        var context = new InMemoryContextManager();
        var session =
                SessionCoordinator.builder().hooks(hooks).injections(context).build();

        session.emit("a:b", Map.of());

        assertThat(session.context().messages()).hasSize(1);
    }

    @Test
    void a_child_has_a_conversation_of_its_own() {
        var child = builder().build().child("child").build();

        child.emit("a:b", Map.of());

        assertThat(injected).isEmpty();
        assertThat(child.context().messages()).hasSize(1);
    }
}
