package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.Receipt;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.hook.HookResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No channel decides under a name of the kernel's. */
@Timeout(60)
class ForgedDeciderTest {

    private final Recording recording = new Recording();
    private final List<Receipt> receipts = new ArrayList<>();

    private void decideAs(String name) {
        recording.asks(HookResult.ask("Sure?"));
        recording
                .builder()
                .channels(List.of(pending -> {
                    receipts.add(pending.decide("Allow", name, pending.request().digest()));
                    receipts.add(pending.decide("Deny", "ann", pending.request().digest()));
                    return () -> {};
                }))
                .build()
                .emit("tool:pre", Map.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "kernel",
                "KERNEL",
                " kernel ",
                "timeout",
                "session",
                "cancellation",
                "rule",
                "rule 7",
                "Rule 7",
                "rules",
                "ｒule 7",
                "ker\u200Bnel",
                "kernel\u0000",
                "line\nbreak"
            })
    void a_forged_name_is_refused_and_the_question_stays_open(String name) {
        decideAs(name);

        assertThat(receipts.getFirst()).isInstanceOf(Receipt.Refused.class);
        assertThat(receipts.getLast()).isInstanceOf(Receipt.Accepted.class);
        assertThat(recording.records(ApprovalDecided.class))
                .extracting(ApprovalDecided::decidedBy)
                .containsExactly("ann");
    }

    @Test
    void no_name_at_all_is_refused_too() {
        decideAs(null);

        assertThat(receipts.getFirst()).isInstanceOf(Receipt.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ann", "web:ann", "Jörg Müller", "ops rule board", "kernel-team"})
    void any_other_name_is_fine(String name) {
        decideAs(name);

        assertThat(receipts.getFirst()).isInstanceOf(Receipt.Accepted.class);
    }

    @Test
    void an_approval_system_that_poses_as_a_rule_has_failed() {
        recording.asks(HookResult.ask("Sure?"));
        class Posing implements dev.carabiner.approval.ApprovalSystem {
            @Override
            public String requestApproval(dev.carabiner.approval.ApprovalRequest request) {
                return "Allow";
            }

            @Override
            public String decidedBy() {
                return "rule 7";
            }
        }

        var outcome = recording.builder().approvals(new Posing()).build().emit("tool:pre", Map.of());

        assertThat(outcome.reason()).startsWith("Approval system failed: ");
    }
}
