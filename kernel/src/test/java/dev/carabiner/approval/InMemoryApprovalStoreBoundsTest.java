package dev.carabiner.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is special about the store in memory: it does not grow for ever. The contract is in the testkit. */
class InMemoryApprovalStoreBoundsTest {

    private final ApprovalStore store = ApprovalStore.inMemory();

    private String decided(int number, String option) {
        EventData data = EventData.of("tool_name", "Bash", "tool_input", EventData.of("command", "c" + number));
        Question question =
                new Question("hook", "Sure?", List.of("Allow", "Deny"), Question.DEFAULT_TIMEOUT, Decision.DENY, "");
        String id = "r" + number;
        String digest = ApprovalRequest.digestOf(data);
        store.request(new ApprovalRequest(id, "s", "tool:pre", question, data, digest, Instant.now()));
        store.decide(id, digest, "ann", "desk", option, option.equals("Allow"), "");
        return digest;
    }

    @Test
    void keeps_the_last_thousand_refusals() {
        for (int i = 0; i <= 1_000; i++) {
            decided(i, "Deny");
        }

        assertThat(store.read("r0")).isNull();
        assertThat(store.read("r1")).isNotNull();
    }

    @Test
    void keeps_the_last_ten_thousand_grants_that_no_attempt_has_taken() {
        String digest = decided(0, "Allow");
        for (int i = 1; i <= 10_000; i++) {
            decided(i, "Allow");
        }

        assertThat(store.consume("r0", digest, "late")).isFalse();
        assertThat(store.find("s", "hook", digest)).isEmpty();
        assertThat(store.read("r1")).isNotNull();
    }

    @Test
    void keeps_a_grant_that_was_taken_long_after_it_was_given() {
        String digest = decided(0, "Allow");
        assertThat(store.consume("r0", digest, "attempt")).isTrue();
        for (int i = 1; i <= 10_000; i++) {
            decided(i, "Allow");
        }

        store.finish("r0", "attempt", ApprovalStore.Execution.EXECUTED);
        assertThat(store.read("r0").state()).isEqualTo(ApprovalStore.State.EXECUTED);
    }
}
