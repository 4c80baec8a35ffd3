package dev.carabiner.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.Execution;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.StoredApproval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The part of the {@link ApprovalStoreContract} that is about waiting, expiring, cancelling and forgetting. */
public abstract class ApprovalStoreTimes extends ApprovalStoreRaces {

    private static final Duration SHORT = Duration.ofMillis(80);

    private ApprovalRequest expired(Decision byDefault) throws InterruptedException {
        ApprovalRequest request = stored(TestRequests.about("ls", SHORT, byDefault));
        Thread.sleep(SHORT.multipliedBy(3));
        return request;
    }

    @Nested
    class Time_that_has_passed {

        @Test
        void expires_a_request_without_anybody_looking() throws Exception {
            ApprovalRequest request = expired(Decision.DENY);

            StoredApproval read = read(request);

            assertThat(read.state()).isEqualTo(State.EXPIRED);
            assertThat(decided(request).how()).isEqualTo(How.TIMEOUT);
            assertThat(decided(request).reason()).isEqualTo("Approval timeout - denied by default: Run this?");
            assertThat(store.pending(null, 100)).isEmpty();
        }

        @Test
        void makes_every_vote_late() throws Exception {
            ApprovalRequest request = expired(Decision.DENY);

            assertThat(allow(request, "ann"))
                    .isInstanceOfSatisfying(
                            VoteResult.Late.class,
                            late -> assertThat(late.who()).isEqualTo("timeout"));
            assertThat(store.consume(request.id(), request.digest(), "mine")).isFalse();
        }

        @Test
        void grants_what_is_allowed_by_default_to_one_attempt() throws Exception {
            ApprovalRequest request = expired(Decision.ALLOW);

            assertThat(decided(request).granted()).isTrue();
            assertThat(store.consume(request.id(), request.digest(), "mine")).isTrue();
            assertThat(store.consume(request.id(), request.digest(), "another")).isFalse();
        }

        @Test
        void is_counted_by_the_sweep() throws Exception {
            List<ApprovalRequest> old = List.of(
                    stored(TestRequests.about("a", SHORT, Decision.DENY)),
                    stored(TestRequests.about("b", SHORT, Decision.DENY)),
                    expired(Decision.DENY));
            stored(TestRequests.about("still pending"));

            assertThat(store.expire(2)).isEqualTo(2);
            assertThat(store.expire(100)).isEqualTo(1);
            assertThat(store.expire(100)).isZero();
            assertThat(old).allSatisfy(it -> assertThat(state(it)).isEqualTo(State.EXPIRED));
        }

        @Test
        void ends_a_wait() throws Exception {
            ApprovalRequest request = stored(TestRequests.about("ls", SHORT, Decision.DENY));

            assertThat(store.await(request.id(), Duration.ofSeconds(30)).state())
                    .isEqualTo(State.EXPIRED);
        }
    }

    @Nested
    class Waiting {

        @Test
        void is_over_at_once_when_it_is_decided() throws Exception {
            ApprovalRequest request = stored(TestRequests.about("ls"));
            allow(request, "ann");

            assertThat(store.await(request.id(), Duration.ofSeconds(30)).state())
                    .isEqualTo(State.ALLOWED);
        }

        @Test
        void gives_what_is_stored_when_its_time_is_over() throws Exception {
            ApprovalRequest request = stored(TestRequests.about("ls"));

            assertThat(store.await(request.id(), SHORT).state()).isEqualTo(State.PENDING);
            assertThat(store.await(request.id(), Duration.ZERO).state()).isEqualTo(State.PENDING);
        }

        @Test
        void ends_when_the_thread_is_interrupted() {
            ApprovalRequest request = stored(TestRequests.about("ls"));
            Thread waiting = Thread.currentThread();
            Thread.ofVirtual().start(() -> {
                LockSupport.parkNanos(SHORT.toNanos());
                waiting.interrupt();
            });

            assertThatThrownBy(() -> store.await(request.id(), Duration.ofSeconds(30)))
                    .isInstanceOf(InterruptedException.class);
            assertThat(state(request)).isEqualTo(State.PENDING);
        }

        @Test
        void for_what_is_not_there_is_a_mistake() {
            assertThatThrownBy(() -> store.await("no such request", SHORT))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Nested
    class Cancelling {

        @Test
        void ends_a_pending_request_and_says_how() {
            for (How how : List.of(How.CANCELLED, How.INTERRUPTED, How.ENDED, How.UNREACHABLE, How.FAILED)) {
                ApprovalRequest request = stored(TestRequests.about("ls"));

                assertThat(store.cancel(request.id(), how, "detail").how()).isEqualTo(how);
                assertThat(state(request)).isEqualTo(State.CANCELLED);
                assertThat(decided(request).granted()).isFalse();
                assertThat(allow(request, "ann")).isInstanceOf(VoteResult.Late.class);
            }
        }

        @Test
        void by_timeout_expires_it() {
            ApprovalRequest request = stored(TestRequests.about("ls"));
            store.cancel(request.id(), How.TIMEOUT, "");

            assertThat(state(request)).isEqualTo(State.EXPIRED);
        }

        @Test
        void does_not_change_what_is_decided() {
            ApprovalRequest request = stored(TestRequests.about("ls"));
            allow(request, "ann");

            assertThat(store.cancel(request.id(), How.CANCELLED, "").decidedBy())
                    .isEqualTo("ann");
            assertThat(state(request)).isEqualTo(State.ALLOWED);
        }

        @Test
        void is_not_a_way_to_answer() {
            ApprovalRequest request = stored(TestRequests.about("ls"));

            assertThatThrownBy(() -> store.cancel(request.id(), How.ANSWERED, ""))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store.cancel("no such request", How.CANCELLED, ""))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(state(request)).isEqualTo(State.PENDING);
        }
    }

    @Nested
    class The_list_of_what_is_pending {

        @Test
        void is_in_the_order_of_expiry_and_comes_in_pages() {
            List<ApprovalRequest> requests = new ArrayList<>();
            for (int minutes : List.of(30, 10, 50, 20, 40)) {
                requests.add(stored(TestRequests.about("ls", Duration.ofMinutes(minutes), Decision.DENY)));
            }
            allow(requests.get(0), "ann");

            List<StoredApproval> first = store.pending(null, 3);
            List<StoredApproval> second = store.pending(first.getLast(), 3);

            assertThat(first)
                    .extracting(it -> it.request().timeout().toMinutes())
                    .containsExactly(10L, 20L, 40L);
            assertThat(second)
                    .extracting(it -> it.request().timeout().toMinutes())
                    .containsExactly(50L);
            assertThat(store.pending(second.getLast(), 3)).isEmpty();
        }
    }

    @Nested
    class Forgetting {

        @Test
        void drops_what_ended_before_and_keeps_what_waits() throws Exception {
            ApprovalRequest ended = stored(TestRequests.about("ls"));
            deny(ended, "ann");
            ApprovalRequest pending = stored(TestRequests.about("ls"));
            store.remember("s-1", "key");
            Thread.sleep(20);
            Instant now = Instant.now();

            assertThat(store.forget(now.minusSeconds(3_600))).isZero();
            assertThat(store.forget(now)).isEqualTo(1);
            assertThat(store.read(ended.id())).isNull();
            assertThat(state(pending)).isEqualTo(State.PENDING);
            assertThat(store.remembered("s-1", "key")).isFalse();
        }
    }

    @Test
    void an_interrupted_thread_can_do_everything_but_wait_and_stays_interrupted() {
        ApprovalRequest request = TestRequests.about("ls");
        Thread.currentThread().interrupt();
        try {
            store.request(request);
            allow(request, "ann");
            assertThat(store.consume(request.id(), request.digest(), "mine")).isTrue();
            store.finish(request.id(), "mine", Execution.EXECUTED);
            store.remember("s-1", "key");
            assertThat(store.remembered("s-1", "key")).isTrue();
            assertThat(store.cancel(request.id(), How.CANCELLED, "").granted()).isTrue();
            assertThat(state(request)).isEqualTo(State.EXECUTED);
            assertThat(store.pending(null, 10)).isEmpty();
            assertThat(store.find(request.session(), request.hook(), request.digest()))
                    .isEmpty();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
