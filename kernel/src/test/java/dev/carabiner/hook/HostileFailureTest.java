package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.Question;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rule 7: a failure stays a failure, whatever the thing that was thrown does when it is looked at. */
class HostileFailureTest {

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    @Test
    void an_exception_whose_message_cannot_be_read_is_still_taken_by_the_policy() {
        registry.register(
                HookOptions.forEvent("tool:pre").name("guard").onFailure(FailurePolicy.DENY), (event, data) -> {
                    throw new Unreadable();
                });

        HookOutcome outcome = registry.emit("tool:pre", Map.of());

        assertThat(outcome.reason()).startsWith("Guard guard unavailable: ");
    }

    @Test
    void an_interrupted_guard_that_would_ask_leaves_no_question_behind() {
        registry.register(HookOptions.forEvent("tool:pre").onFailure(FailurePolicy.ASK), (event, data) -> {
            Thread.currentThread().interrupt();
            Thread.sleep(10_000);
            return null;
        });

        HookOutcome outcome = registry.emit("tool:pre", Map.of());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome.reason()).isEqualTo("Interrupted");
        assertThat(outcome.questions()).extracting(Question::prompt).isEmpty();
    }

    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("and its message fails as well");
        }
    }
}
