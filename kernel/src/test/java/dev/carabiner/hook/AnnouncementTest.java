package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Approval events tell what is being decided; their handlers cannot decide it again (SPEC 5.6). */
class AnnouncementTest {

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    @ParameterizedTest
    @ValueSource(strings = {"approval:required", "approval:granted", "approval:denied"})
    void to_deny_or_to_ask_is_a_recorded_failure(String event) {
        registry.register(event, 0, "deny", (name, data) -> HookResult.deny("no"));
        registry.register("*", 1, "ask", (name, data) -> HookResult.ask("Sure?"));
        registry.register("approval:*", 2, "note", (name, data) -> HookResult.inject("fine"));

        HookOutcome outcome = registry.emit(event, Map.of());

        assertThat(outcome.action()).isEqualTo(Action.INJECT_CONTEXT);
        assertThat(outcome.questions()).isEmpty();
        assertThat(outcome.runs().subList(0, 2))
                .allSatisfy(run -> assertThat(run.failure().kind()).isEqualTo(HookFailure.Kind.INVALID_RESULT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"approval:required", "approval:granted", "approval:denied"})
    void a_guard_that_fails_cannot_deny_either(String event) {
        registry.register(
                HookOptions.forEvent(event).onFailure(FailurePolicy.DENY), (name, data) -> HookResult.deny("no"));
        registry.register(HookOptions.forEvent(event).onFailure(FailurePolicy.DENY), (name, data) -> {
            throw new IllegalStateException("broken");
        });

        HookOutcome outcome = registry.emit(event, Map.of());

        assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
        assertThat(outcome.runs())
                .hasSize(2)
                .allSatisfy(run -> assertThat(run.failure()).isNotNull());
    }
}
