package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC 5.6, beside AnnouncementTest: with FailurePolicy.ASK, too. */
class AnnouncementQuestionTest {

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    @ParameterizedTest
    @ValueSource(strings = {"approval:required", "approval:granted", "approval:denied"})
    void a_failed_handler_that_would_ask_asks_nothing(String event) {
        registry.register(
                HookOptions.forEvent(event).onFailure(FailurePolicy.ASK), (name, data) -> HookResult.ask("Sure?"));

        HookOutcome outcome = registry.emit(event, Map.of());

        assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
        assertThat(outcome.questions()).isEmpty();
    }
}
