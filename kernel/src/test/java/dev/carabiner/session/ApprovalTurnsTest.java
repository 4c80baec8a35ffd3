package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The same question of several at once is asked once at a time, and each has its own time. */
class ApprovalTurnsTest {

    private final Recording recording = new Recording();

    @Test
    void the_time_of_a_question_begins_when_it_is_shown() throws Exception {
        recording.asks(HookResult.ask("Sure?")
                .options("Allow once", "Allow always", "Deny")
                .timeout(Duration.ofSeconds(20)));
        List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();
        var firstIsShown = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        SessionCoordinator session = recording
                .builder()
                .clock(Clock.systemUTC())
                .approvals(request -> {
                    asked.add(request);
                    firstIsShown.countDown();
                    goOn.await(20, TimeUnit.SECONDS);
                    return "Allow once";
                })
                .build();

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = CompletableFuture.supplyAsync(() -> session.emit("tool:pre", Map.of()), threads);
            assertThat(firstIsShown.await(20, TimeUnit.SECONDS)).isTrue();
            var second = CompletableFuture.supplyAsync(() -> session.emit("tool:pre", Map.of()), threads);
            Thread.sleep(200); // the second waits for its turn, or will: then it is only more sure to pass
            Instant answered = Instant.now();
            goOn.countDown();

            assertThat(first.get().denied() || second.get().denied()).isFalse();
            assertThat(asked).hasSize(2);
            assertThat(asked.get(1).created()).isAfterOrEqualTo(answered);
            assertThat(asked.get(1).id()).isNotEqualTo(asked.get(0).id());
        }
    }

    /** The second attempt finds the first one's request while it waits, and comes to it when that has been used. */
    @Test
    void a_request_that_another_attempt_has_used_meanwhile_is_not_taken_again() throws Exception {
        recording.asks(HookResult.ask("Sure?"));
        var firstIsShown = new CountDownLatch(1);
        var secondHasLooked = new CountDownLatch(1);
        var firstIsDone = new CountDownLatch(1);
        var looks = new AtomicInteger();
        var asked = new AtomicInteger();
        ApprovalStore store = whenItHasLooked(() -> {
            if (looks.incrementAndGet() == 2) {
                secondHasLooked.countDown();
                firstIsDone.await(20, TimeUnit.SECONDS);
            }
            return null;
        });
        SessionCoordinator session = recording
                .builder()
                .approvalStore(store)
                .approvals(request -> {
                    if (asked.incrementAndGet() == 1) {
                        firstIsShown.countDown();
                        secondHasLooked.await(20, TimeUnit.SECONDS);
                    }
                    return "Allow";
                })
                .build();

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = CompletableFuture.supplyAsync(() -> session.emit("tool:pre", Map.of()), threads);
            assertThat(firstIsShown.await(20, TimeUnit.SECONDS)).isTrue();
            var second = CompletableFuture.supplyAsync(() -> session.emit("tool:pre", Map.of()), threads);
            assertThat(first.get(20, TimeUnit.SECONDS).denied()).isFalse();
            firstIsDone.countDown();

            assertThat(second.get(20, TimeUnit.SECONDS).denied()).isFalse();
            assertThat(asked).hasValue(2);
        }
    }

    private static ApprovalStore whenItHasLooked(Callable<Void> action) {
        ApprovalStore store = ApprovalStore.inMemory();
        return (ApprovalStore) Proxy.newProxyInstance(
                ApprovalStore.class.getClassLoader(),
                new Class<?>[] {ApprovalStore.class},
                (proxy, method, arguments) -> {
                    Object result = method.invoke(store, arguments);
                    if (method.getName().equals("find")) {
                        action.call();
                    }
                    return result;
                });
    }

    @Test
    void a_question_that_never_gets_its_turn_times_out() throws Exception {
        recording.asks(HookResult.ask("Sure?")
                .options("Allow once", "Allow always", "Deny")
                .timeout(Duration.ofMillis(300)));
        var never = new CountDownLatch(1);
        SessionCoordinator session = recording.asking(request -> {
            never.await();
            return "Allow once";
        });

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var outcomes = List.of(
                    CompletableFuture.supplyAsync(() -> session.emit("tool:pre", Map.of()), threads),
                    CompletableFuture.supplyAsync(() -> session.emit("tool:pre", Map.of()), threads),
                    CompletableFuture.supplyAsync(() -> session.emit("tool:pre", Map.of()), threads));

            for (CompletableFuture<HookOutcome> outcome : outcomes) {
                assertThat(outcome.get(20, TimeUnit.SECONDS).reason())
                        .isEqualTo("Approval timeout - denied by default: Sure?");
            }
        }
    }
}
