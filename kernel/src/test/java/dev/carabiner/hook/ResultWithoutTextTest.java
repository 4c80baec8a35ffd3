package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.display.Level;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A text that is missing, such as that of an exception without a message, must never undo what a hook decided. */
class ResultWithoutTextTest {

    private final HookRegistry hooks = new HookRegistry();

    @Test
    void a_denial_without_a_reason_still_denies() {
        hooks.on("tool:pre", (event, data) -> HookResult.deny(new IllegalStateException().getMessage()));

        HookOutcome outcome = hooks.emit("tool:pre", Map.of());

        assertThat(outcome.denied()).isTrue();
        assertThat(outcome.reason()).isEmpty();
    }

    @Test
    void a_denial_with_a_message_that_is_missing_still_denies_and_shows_nothing() {
        hooks.on("tool:pre", (event, data) -> HookResult.deny("no").userMessage(null));

        HookOutcome outcome = hooks.emit("tool:pre", Map.of());

        assertThat(outcome.reason()).isEqualTo("no");
        assertThat(outcome.messages()).isEmpty();
    }

    @Test
    void a_message_without_a_level_is_information() {
        assertThat(HookResult.deny("no").userMessage("text", null).userMessage().level())
                .isEqualTo(Level.INFO);
    }

    @Test
    void a_question_without_a_prompt_asks_the_usual_one() {
        hooks.on(
                "tool:pre",
                (event, data) ->
                        HookResult.ask(null).reason(null).byDefault(null).timeout(null));

        HookOutcome outcome = hooks.emit("tool:pre", Map.of());

        assertThat(outcome.action()).isEqualTo(Action.ASK_USER);
        assertThat(outcome.questions().getFirst())
                .isEqualTo(new Question(
                        "hook-1",
                        Question.DEFAULT_PROMPT,
                        Question.DEFAULT_OPTIONS,
                        Question.DEFAULT_TIMEOUT,
                        Decision.DENY,
                        ""));
    }
}
