package dev.carabiner.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import dev.carabiner.approval.StoredApproval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The part of the {@link ApprovalStoreContract} that is about several threads at once. */
public abstract class ApprovalStoreRaces {

    /** The store of the test that runs. */
    protected ApprovalStore store;

    /** A new, empty store that works. */
    protected abstract ApprovalStore newStore();

    /** How often each race is run; an implementation that is slow may do with less. */
    protected int rounds() {
        return 200;
    }

    @BeforeEach
    void begin() {
        store = newStore();
    }

    /** Stores the request, and gives it back. */
    protected final ApprovalRequest stored(ApprovalRequest request) {
        store.request(request);
        return request;
    }

    /** Allows once, by the channel {@code page}. */
    protected final VoteResult allow(ApprovalRequest request, String voter) {
        return store.decide(request.id(), request.digest(), voter, "page", "Allow once", true, "");
    }

    /** Denies, by the channel {@code page}. */
    protected final VoteResult deny(ApprovalRequest request, String voter) {
        return store.decide(request.id(), request.digest(), voter, "page", "Deny", false, "");
    }

    /** What is stored of a request that is there. */
    protected final StoredApproval read(ApprovalRequest request) {
        return Objects.requireNonNull(store.read(request.id()), "the stored request");
    }

    /** Where a request is that is there. */
    protected final State state(ApprovalRequest request) {
        return read(request).state();
    }

    /** How a request that has ended ended. */
    protected final ApprovalDecision decided(ApprovalRequest request) {
        return Objects.requireNonNull(read(request).decision(), "the decision");
    }

    /** Runs so many tasks at the same time, and gives what they return. */
    private static <T> List<T> atOnce(int tasks, IntFunction<Callable<T>> task) throws Exception {
        CyclicBarrier start = new CyclicBarrier(tasks);
        List<Callable<T>> all = IntStream.range(0, tasks)
                .<Callable<T>>mapToObj(i -> () -> {
                    start.await();
                    return task.apply(i).call();
                })
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(tasks)) {
            List<T> results = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(all)) {
                results.add(future.get());
            }
            return results;
        }
    }

    @Test
    void of_many_that_decide_and_cancel_at_once_one_wins_and_all_are_told_the_same() throws Exception {
        for (int round = 0; round < rounds(); round++) {
            ApprovalRequest request = stored(TestRequests.about("ls"));
            List<ApprovalDecision> told = atOnce(8, i -> () -> switch (i % 4) {
                case 0 -> decision(allow(request, "voter-" + i));
                case 1 -> decision(deny(request, "voter-" + i));
                case 2 -> store.cancel(request.id(), How.CANCELLED, "");
                default ->
                    Objects.requireNonNull(
                            store.await(request.id(), Duration.ofSeconds(30)).decision());
            });

            assertThat(told).containsOnly(decided(request));
        }
    }

    @Test
    void of_many_votes_one_wins() throws Exception {
        for (int round = 0; round < rounds(); round++) {
            ApprovalRequest request = stored(TestRequests.about("ls"));

            assertThat(atOnce(8, i -> () -> allow(request, "voter-" + i)))
                    .filteredOn(VoteResult.Won.class::isInstance)
                    .hasSize(1);
        }
    }

    @Test
    void of_many_votes_exactly_those_that_are_needed_count() throws Exception {
        for (int round = 0; round < rounds(); round++) {
            ApprovalRequest request = stored(TestRequests.about("ls").needing(3));
            List<VoteResult> results = atOnce(5, i -> () -> allow(request, "voter-" + i));

            assertThat(results).filteredOn(VoteResult.Counted.class::isInstance).hasSize(2);
            assertThat(results).filteredOn(VoteResult.Won.class::isInstance).hasSize(1);
            assertThat(results).filteredOn(VoteResult.Late.class::isInstance).hasSize(2);
            assertThat(decided(request).decidedBy().split(", ")).hasSize(3);
        }
    }

    @Test
    void of_many_attempts_one_takes_the_grant() throws Exception {
        for (int round = 0; round < rounds(); round++) {
            ApprovalRequest request = stored(TestRequests.about("ls"));
            allow(request, "ann");

            assertThat(atOnce(8, i -> () -> store.consume(request.id(), request.digest(), "attempt-" + i)))
                    .containsOnlyOnce(true);
            assertThat(state(request)).isEqualTo(State.USED);
        }
    }

    @Test
    void no_decision_is_missed_by_who_begins_to_wait() throws Exception {
        for (int round = 0; round < rounds(); round++) {
            ApprovalRequest request = stored(TestRequests.about("ls"));
            List<State> seen = atOnce(4, i -> () -> {
                if (i == 0) {
                    allow(request, "ann");
                }
                StoredApproval awaited = store.await(request.id(), Duration.ofSeconds(30));
                return awaited.state();
            });

            assertThat(seen).containsOnly(State.ALLOWED);
        }
    }

    private static ApprovalDecision decision(VoteResult result) {
        return switch (result) {
            case VoteResult.Won(ApprovalDecision decision) -> decision;
            case VoteResult.Late(ApprovalDecision decision) -> decision;
            case VoteResult.Counted counted -> throw new AssertionError("one vote is enough: " + counted);
            case VoteResult.Refused(String why) -> throw new AssertionError(why);
        };
    }
}
