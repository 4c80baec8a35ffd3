package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.Answer;
import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.approval.Receipt;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VotesAndRulesTest {

    private final Recording recording = new Recording();
    private final List<Receipt> receipts = new ArrayList<>();

    private SessionCoordinator.Builder asking(Consumer<PendingApproval> channel) {
        recording.asks(HookResult.ask("Sure?").options("Allow once", "Allow always", "Deny"));
        return recording.builder().channels(List.of(pending -> {
            channel.accept(pending);
            return () -> {};
        }));
    }

    private void vote(PendingApproval pending, String option, String voter) {
        receipts.add(pending.decide(option, voter, pending.request().digest()));
    }

    @Nested
    class A_request_that_needs_two {

        @Test
        void counts_the_first_and_is_granted_by_the_second() {
            HookOutcome outcome = asking(pending -> {
                        vote(pending, "Allow once", "ann");
                        vote(pending, "Allow once", "ann");
                        vote(pending, "Allow always", "bob");
                    })
                    .votesNeeded(request -> 2)
                    .build()
                    .emit("tool:pre", Map.of());

            assertThat(outcome.denied()).isFalse();
            assertThat(receipts.subList(0, 2)).containsOnly(new Receipt.Counted(1, 2));
            assertThat(receipts.get(2)).isInstanceOf(Receipt.Accepted.class);
            assertThat(recording.records(ApprovalDecided.class))
                    .extracting(ApprovalDecided::decidedBy)
                    .containsExactly("ann, bob");
        }

        @Test
        void is_remembered_only_if_both_say_so() {
            var session = asking(pending -> {
                        vote(pending, "Allow once", "ann");
                        vote(pending, "Allow always", "bob");
                    })
                    .votesNeeded(request -> 2)
                    .build();
            session.emit("tool:pre", Map.of());
            session.emit("tool:pre", Map.of());

            assertThat(receipts).hasSize(4);
        }

        @Test
        void is_denied_by_one() {
            HookOutcome outcome = asking(pending -> {
                        vote(pending, "Allow once", "ann");
                        vote(pending, "Deny", "bob");
                    })
                    .votesNeeded(request -> 2)
                    .build()
                    .emit("tool:pre", Map.of());

            assertThat(outcome.reason()).isEqualTo("User denied: Sure?");
        }

        @Test
        void or_cannot_be_said_how_many_it_needs_is_denied() {
            HookOutcome outcome = asking(pending -> vote(pending, "Allow once", "ann"))
                    .votesNeeded(request -> {
                        throw new IllegalStateException("no quorum known");
                    })
                    .build()
                    .emit("tool:pre", Map.of());

            assertThat(outcome.reason()).isEqualTo("Approval system failed: no quorum known");
            assertThat(receipts).isEmpty();
        }
    }

    @Nested
    class The_wish_for_a_rule {

        private final List<String> wished = new ArrayList<>();

        private final StandingAnswers rules = new StandingAnswers() {
            @Override
            public Ruling decide(ApprovalRequest request) {
                return new Ruling.None();
            }

            @Override
            public void wished(ApprovalRequest request, ApprovalDecision decision) {
                assertThat(recording.order).endsWith("approval_decision");
                wished.add(decision.decidedBy() + " " + decision.rule());
                throw new IllegalStateException("cannot be kept");
            }
        };

        @Test
        void reaches_those_who_keep_the_rules_after_the_decision_is_on_record_and_their_failure_changes_nothing() {
            HookOutcome outcome = asking(pending -> pending.decide(
                            Answer.of("Allow once", "ann", pending.request().digest())
                                    .rule(EventData.of("scope", "directory"))))
                    .rules(rules)
                    .build()
                    .emit("tool:pre", Map.of());

            assertThat(outcome.denied()).isFalse();
            assertThat(wished).containsExactly("ann {scope=directory}");
            assertThat(recording.order).contains("port_failure");
        }

        @Test
        void that_nobody_has_reaches_nobody() {
            asking(pending -> vote(pending, "Allow once", "ann"))
                    .rules(rules)
                    .build()
                    .emit("tool:pre", Map.of());

            assertThat(wished).isEmpty();
        }
    }
}
