package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.Decision;
import dev.carabiner.context.Role;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The result that decided says what the outcome's lists say. */
class DecidingResultTest {

    private final HookRegistry hooks = new HookRegistry();

    @Test
    void a_guards_question_denies_by_default() {
        hooks.register(
                HookOptions.forEvent("tool:pre").name("guard").onFailure(FailurePolicy.DENY),
                (event, data) -> HookResult.ask("Sure?").byDefault(Decision.ALLOW));

        HookOutcome outcome = hooks.emit("tool:pre", Map.of());

        assertThat(outcome.questions().getFirst().byDefault()).isEqualTo(Decision.DENY);
        assertThat(outcome.result()).isEqualTo(HookResult.ask("Sure?").byDefault(Decision.DENY));
    }

    @Test
    void an_injection_has_the_role_of_its_own_text() {
        hooks.on("tool:post", (event, data) -> HookResult.inject("\0").role(Role.USER));
        hooks.on("tool:post", (event, data) -> HookResult.inject("real").ephemeral());

        assertThat(hooks.emit("tool:post", Map.of()).result())
                .isEqualTo(HookResult.inject("real").ephemeral());
    }

    @Test
    void a_name_with_characters_that_deceive_is_refused() {
        assertThatThrownBy(() -> HookOptions.forEvent("tool:pre").name("linter\u202E"))
                .isInstanceOf(InvalidHookException.class)
                .hasMessageContaining("tool:pre");
    }
}
