package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
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
