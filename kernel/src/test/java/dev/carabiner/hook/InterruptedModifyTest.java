package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rule 6: the outcome always carries the final data, also of an emit that was interrupted. Belongs into InterruptionTest. */
class InterruptedModifyTest {

    @Test
    void keeps_the_data_of_the_handler_that_was_still_heard() {
        var registry = new HookRegistry();
        registry.register("tool:pre", (event, data) -> {
            Thread.currentThread().interrupt();
            return HookResult.modify(data.with("a", 2));
        });

        HookOutcome outcome = registry.emit("tool:pre", Map.of("a", 1));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome.reason()).isEqualTo("Interrupted");
        assertThat(outcome.data().get("a")).isEqualTo(2);
    }
}
