package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.ApprovalUnreachableException;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.approval.Receipt;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Channels show questions and hand answers in; the kernel decides. */
@Timeout(60)
class ApprovalChannelsTest {

    private final Recording recording = new Recording();
    private final List<String> order = new CopyOnWriteArrayList<>();

    private HookOutcome emit(ApprovalChannel... channels) {
        return recording.builder().channels(List.of(channels)).build().emit("tool:pre", Recording.bash("ls"));
    }

    private static Receipt choose(PendingApproval pending, String option) {
        return pending.decide(option, "ann", pending.request().digest());
    }

    /** Answers while it is being offered. */
    private ApprovalChannel answering(String name, String option) {
        return pending -> {
            order.add("offer " + name);
            choose(pending, option);
            return () -> order.add("close " + name);
        };
    }

    private ApprovalChannel silent(String name) {
        return pending -> {
            order.add("offer " + name);
            return () -> order.add(
                    "close " + name + ", decided by " + pending.decision().decidedBy());
        };
    }

    private static ApprovalChannel failing(RuntimeException problem) {
        return pending -> {
            throw problem;
        };
    }

    @Nested
    class Several_channels {

        @Test
        void are_offered_the_question_in_their_order_and_the_others_learn_who_was_first() {
            recording.asks(HookResult.ask("Sure?"));

            HookOutcome outcome = emit(silent("a"), silent("b"), answering("c", "Allow"));

            assertThat(outcome.denied()).isFalse();
            assertThat(order.subList(0, 3)).containsExactly("offer a", "offer b", "offer c");
            assertThat(order.subList(3, 6))
                    .containsExactlyInAnyOrder("close a, decided by ann", "close b, decided by ann", "close c");
        }

        @Test
        void are_not_offered_what_has_been_decided() {
            recording.asks(HookResult.ask("Sure?"));

            emit(answering("a", "Deny"), silent("b"));

            assertThat(order).containsExactly("offer a", "close a");
        }

        @Test
        void are_not_held_up_by_one_that_does_not_return() {
            recording.asks(HookResult.ask("Sure?"));
            ApprovalChannel stuck = pending -> {
                new CountDownLatch(1).await();
                return () -> {};
            };

            assertThat(emit(stuck, answering("b", "Allow")).denied()).isFalse();
        }

        @Test
        void go_on_when_one_fails() {
            recording.asks(HookResult.ask("Sure?"));

            HookOutcome outcome = emit(failing(new IllegalStateException("no screen")), answering("b", "Allow"));

            assertThat(outcome.denied()).isFalse();
            assertThat(recording.order).contains("port_failure");
        }

        @Test
        void have_denied_when_all_have_failed() {
            recording.asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));
            ApprovalChannel lost = pending -> {
                Thread.ofVirtual().start(() -> pending.failed(new IllegalStateException("connection lost")));
                return () -> {};
            };

            assertThat(emit(failing(new IllegalStateException("no screen")), lost)
                            .reason())
                    .startsWith("Approval system failed: ")
                    .contains("no screen", "connection lost");
        }

        @Test
        void of_which_one_reports_its_failure_twice_have_not_all_failed() {
            recording.asks(HookResult.ask("Sure?"));
            ApprovalChannel lost = pending -> {
                pending.failed(new IllegalStateException("once"));
                pending.failed(new IllegalStateException("twice"));
                return () -> {};
            };

            assertThat(emit(lost, answering("b", "Allow")).denied()).isFalse();
        }

        @Test
        void that_reach_nobody_deny_whatever_the_default() {
            recording.asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));
            ApprovalSystem nobody = request -> {
                throw new ApprovalUnreachableException("no terminal");
            };

            assertThat(emit(failing(new ApprovalUnreachableException("no browser")), nobody)
                            .reason())
                    .isEqualTo("Nobody could be asked - denied by default: Sure?");
            assertThat(recording.order).doesNotContain("port_failure");
        }

        @Test
        void may_include_approval_systems_of_which_the_slower_are_interrupted() throws Exception {
            recording.asks(HookResult.ask("Sure?"));
            var interrupted = new CountDownLatch(1);
            ApprovalSystem slow = request -> {
                try {
                    new CountDownLatch(1).await();
                    return "never";
                } finally {
                    interrupted.countDown();
                }
            };

            assertThat(emit(slow, answering("b", "Allow")).denied()).isFalse();
            assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Nested
    class An_offer {

        @Test
        void is_made_off_the_emitting_thread() {
            recording.asks(HookResult.ask("Sure?"));
            List<Thread> threads = new CopyOnWriteArrayList<>();

            emit(pending -> {
                threads.add(Thread.currentThread());
                choose(pending, "Allow");
                return () -> threads.add(Thread.currentThread());
            });

            assertThat(threads).hasSize(2).doesNotContain(Thread.currentThread());
        }

        @Test
        void that_blocks_cannot_outlast_the_timeout() {
            recording.asks(HookResult.ask("Sure?").timeout(Duration.ofMillis(100)));
            var release = new CountDownLatch(1);
            ApprovalChannel stubborn = pending -> {
                while (release.getCount() > 0) {
                    Thread.onSpinWait(); // does not even hear an interruption
                }
                return () -> {};
            };
            long began = System.nanoTime();

            HookOutcome outcome = emit(stubborn);
            release.countDown();

            assertThat(outcome.reason()).isEqualTo("Approval timeout - denied by default: Sure?");
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
        }

        @Test
        void that_returns_nothing_to_close_has_failed() {
            recording.asks(HookResult.ask("Sure?"));

            assertThat(emit(pending -> null).reason()).startsWith("Approval system failed: it returned nothing");
        }

        @Test
        void that_cannot_be_closed_harms_nobody() {
            recording.asks(HookResult.ask("Sure?"));

            HookOutcome outcome = emit(pending -> {
                choose(pending, "Allow");
                return () -> {
                    throw new IllegalStateException("stuck on the screen");
                };
            });

            assertThat(outcome.denied()).isFalse();
            assertThat(recording.order).contains("port_failure");
        }

        @Test
        void of_a_system_takes_one_thread() {
            recording.asks(HookResult.ask("Sure?"));
            List<String> threads = new CopyOnWriteArrayList<>();

            emit((ApprovalSystem) request -> {
                threads.add(Thread.currentThread().getName());
                return "Allow";
            });

            assertThat(threads).singleElement().asString().startsWith("carabiner-approval-");
        }
    }

    @Nested
    class A_decision {

        @Test
        void is_the_first_answer_and_later_ones_are_told_who_decided_and_when() throws Exception {
            recording.asks(HookResult.ask("Sure?"));
            var offered = new LinkedBlockingQueue<PendingApproval>();
            var outcome = CompletableFuture.supplyAsync(() -> emit(pending -> {
                offered.add(pending);
                return () -> {};
            }));
            PendingApproval pending = offered.take();

            assertThat(pending.decision()).isNull();
            assertThat(choose(pending, "Deny")).isInstanceOf(Receipt.Accepted.class);
            assertThat(pending.decide("Allow", "bob", pending.request().digest()))
                    .isInstanceOfSatisfying(Receipt.AlreadyDecided.class, late -> {
                        assertThat(late.decision().decidedBy()).isEqualTo("ann");
                        assertThat(late.decision().decidedAt()).isEqualTo(Recording.NOW);
                    });
            assertThat(outcome.get(20, TimeUnit.SECONDS).reason()).isEqualTo("User denied: Sure?");
            assertThat(pending.decision().decidedBy()).isEqualTo("ann");
        }

        @Test
        void is_bound_to_what_was_shown() {
            recording.asks(HookResult.ask("Sure?"));
            List<Receipt> receipts = new ArrayList<>();
            List<String> digests = new ArrayList<>();

            emit(pending -> {
                digests.add(pending.request().digest());
                receipts.add(pending.decide("Allow", "ann", "another digest"));
                receipts.add(choose(pending, "Deny"));
                return () -> {};
            });

            assertThat(receipts.getFirst()).isEqualTo(new Receipt.OperationChanged(digests.getFirst()));
            assertThat(receipts.getLast()).isInstanceOf(Receipt.Accepted.class);
        }

        @Test
        void names_the_person_and_the_channel_in_events_and_record() {
            recording.asks(HookResult.ask("Sure?"));
            List<EventData> told = new ArrayList<>();
            recording.hooks.observe("approval:granted", (event, data) -> told.add(data));

            emit(new Page());

            assertThat(told.getFirst().text("decided_by")).isEqualTo("ann");
            assertThat(told.getFirst().text("channel")).isEqualTo("page");
            assertThat(recording.records(ApprovalDecided.class)).singleElement().satisfies(decided -> {
                assertThat(decided.actor()).isEqualTo("ann");
                assertThat(decided.decidedBy()).isEqualTo("ann");
                assertThat(decided.channel()).isEqualTo("page");
            });
        }

        @Test
        void of_the_kernel_has_no_channel() {
            recording.asks(HookResult.ask("Sure?").timeout(Duration.ZERO));
            List<EventData> told = new ArrayList<>();
            recording.hooks.observe("approval:denied", (event, data) -> told.add(data));

            emit(silent("a"));

            assertThat(told.getFirst().text("decided_by")).isEqualTo("timeout");
            assertThat(told.getFirst().text("channel")).isEmpty();
        }

        @Test
        void by_one_of_several_systems_names_that_one() {
            recording.asks(HookResult.ask("Sure?"));
            ApprovalSystem silent = request -> {
                new CountDownLatch(1).await();
                return "never";
            };

            recording
                    .builder()
                    .approvals(ApprovalSystem.firstOf(List.of(silent, ApprovalSystem.answering("Allow"))))
                    .build()
                    .emit("tool:pre", Map.of());

            assertThat(recording.records(ApprovalDecided.class))
                    .extracting(ApprovalDecided::decidedBy, ApprovalDecided::channel)
                    .containsExactly(org.assertj.core.groups.Tuple.tuple("fixed answer", "fixed answer"));
        }
    }

    private static final class Page implements ApprovalChannel {

        @Override
        public AutoCloseable offer(PendingApproval pending) {
            choose(pending, "Allow");
            return () -> {};
        }

        @Override
        public String name() {
            return "page";
        }
    }

    @Test
    void a_reason_for_the_model_is_told_with_the_denial() {
        recording.asks(HookResult.ask("Sure?"));

        HookOutcome outcome = emit(pending -> {
            pending.decide(dev.carabiner.approval.Answer.of(
                            "Deny", "ann", pending.request().digest())
                    .reason("use the staging host"));
            return () -> {};
        });

        assertThat(outcome.reason()).isEqualTo("User denied: Sure? (use the staging host)");
    }

    @Test
    void a_channel_with_a_name_of_the_kernels_is_refused_when_it_is_mounted() {
        ApprovalChannel posing = new ApprovalChannel() {
            @Override
            public AutoCloseable offer(PendingApproval pending) {
                return () -> {};
            }

            @Override
            public String name() {
                return "kernel";
            }
        };

        assertThatThrownBy(() -> recording.builder().channels(List.of(posing)))
                .hasMessageContaining("the kernel's own");
    }

    @Test
    void a_decision_of_somebody_else_in_the_store_holds() {
        recording.asks(HookResult.ask("Sure?"));
        var store = dev.carabiner.approval.ApprovalStore.inMemory();
        List<ApprovalDecision> seen = new CopyOnWriteArrayList<>();
        ApprovalChannel hub = pending -> {
            var request = pending.request();
            store.decide(request.id(), request.digest(), "hub:ann", "hub", "Allow", true, "");
            return () -> seen.add(pending.decision());
        };

        HookOutcome outcome = recording
                .builder()
                .approvalStore(store)
                .channels(List.of(hub))
                .build()
                .emit("tool:pre", Map.of());

        assertThat(outcome.denied()).isFalse();
        assertThat(seen).extracting(ApprovalDecision::decidedBy).containsExactly("hub:ann");
    }
}
