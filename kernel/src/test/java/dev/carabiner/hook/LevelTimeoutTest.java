package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rule 13, its end: timeouts and interruptions in a level. */
@Timeout(60)
class LevelTimeoutTest {

    private static final HookOptions BESIDE = HookOptions.forEvent("tool:pre").concurrent();
    private static final HookOptions SHORT = BESIDE.timeout(Duration.ofMillis(30));

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    @AfterEach
    void calm_down() {
        Thread.interrupted();
    }

    private HookOutcome emit() {
        return registry.emit("tool:pre", Map.of("a", 1));
    }

    private static List<HookFailure.Kind> kinds(HookOutcome outcome) {
        return outcome.runs().stream()
                .map(run -> run.failure() == null ? null : run.failure().kind())
                .toList();
    }

    @Nested
    class A_timeout {

        @Test
        void counts_from_the_handlers_own_start_beside_a_slower_neighbour() {
            registry.register(BESIDE.name("slower"), (event, data) -> {
                Thread.sleep(400);
                return null;
            });
            registry.register(SHORT.name("late"), (event, data) -> {
                deafFor(Duration.ofMillis(200));
                return HookResult.deny("it came before the neighbour, but too late");
            });

            HookOutcome outcome = emit();

            assertThat(outcome.denied()).isFalse();
            assertThat(kinds(outcome)).containsExactly(null, HookFailure.Kind.TIMEOUT);
            assertThat(outcome.runs().getLast().failure()).hasMessage("no result within 30 ms");
        }

        @Test
        void interrupts_the_handler_while_the_neighbour_still_runs() {
            var interrupted = new CountDownLatch(1);
            registry.register(BESIDE.name("neighbour"), (event, data) -> {
                interrupted.await();
                return HookResult.inject("it was interrupted");
            });
            registry.register(SHORT.name("late"), (event, data) -> {
                try {
                    Thread.sleep(50_000);
                } finally {
                    interrupted.countDown();
                }
                return null;
            });

            assertThat(emit().injections()).hasSize(1);
        }

        @Test
        void does_not_touch_the_neighbours() {
            registry.register(SHORT.name("late"), (event, data) -> {
                Thread.sleep(50_000);
                return null;
            });
            registry.register(BESIDE.name("neighbour"), (event, data) -> {
                Thread.sleep(100);
                return HookResult.inject("fine");
            });

            HookOutcome outcome = emit();

            assertThat(kinds(outcome)).containsExactly(HookFailure.Kind.TIMEOUT, null);
            assertThat(outcome.injections()).hasSize(1);
        }

        @Test
        void of_a_guard_denies_and_ends_the_level() throws InterruptedException {
            var began = new CountDownLatch(1);
            var interrupted = new CountDownLatch(1);
            registry.register(SHORT.guard().name("guard"), (event, data) -> {
                Thread.sleep(50_000);
                return null;
            });
            registry.register(BESIDE, (event, data) -> {
                began.countDown();
                try {
                    Thread.sleep(50_000);
                } finally {
                    interrupted.countDown();
                }
                return null;
            });

            HookOutcome outcome = emit();

            if (began.getCount() == 0) { // on a busy machine it may be abandoned before it begins, and never does then
                interrupted.await();
            }
            assertThat(outcome.reason()).startsWith("Guard guard unavailable: ");
            assertThat(outcome.runs()).hasSize(1);
        }

        private static void deafFor(Duration time) {
            long end = System.nanoTime() + time.toNanos();
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }
    }

    @Nested
    class An_interruption {

        @Test
        void that_a_handler_throws_is_its_own_failure() {
            registry.register(BESIDE, (event, data) -> {
                throw new InterruptedException("mine");
            });
            registry.register(BESIDE, (event, data) -> HookResult.inject("x"));

            HookOutcome outcome = emit();

            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            assertThat(kinds(outcome)).containsExactly(HookFailure.Kind.EXCEPTION, null);
            assertThat(outcome.action()).isEqualTo(Action.INJECT_CONTEXT);
        }

        @Test
        void of_the_emitting_thread_ends_the_level() throws InterruptedException {
            Thread emitting = Thread.currentThread();
            var interrupted = new CountDownLatch(2);
            var running = new CyclicBarrier(2, emitting::interrupt);
            registry.register(BESIDE.name("done"), (event, data) -> HookResult.modify(data.with("a", 2)));
            for (String name : List.of("b", "c")) {
                registry.register(BESIDE.name(name).onFailure(FailurePolicy.ASK), (event, data) -> {
                    try {
                        running.await();
                        Thread.sleep(50_000);
                    } finally {
                        interrupted.countDown();
                    }
                    return null;
                });
            }
            registry.register("tool:pre", 1, "later", (event, data) -> HookResult.inject("never"));

            HookOutcome outcome = emit();

            assertThat(Thread.interrupted()).isTrue();
            interrupted.await();
            assertThat(outcome.reason()).isEqualTo("Interrupted");
            assertThat(outcome.questions()).isEmpty();
            assertThat(outcome.injections()).isEmpty();
            assertThat(outcome.skipped()).extracting(SkippedHandler::name).contains("later");
        }

        @Test
        void before_the_level_runs_nobody() {
            var called = new AtomicReference<String>();
            for (String name : List.of("a", "b")) {
                registry.observe(BESIDE, (event, data) -> called.set(name));
            }
            Thread.currentThread().interrupt();

            HookOutcome outcome = emit();

            assertThat(outcome.reason()).isEqualTo("Interrupted");
            assertThat(outcome.runs()).isEmpty();
            assertThat(called).hasNullValue();
        }
    }

    @Test
    void a_handler_that_never_returns_gets_no_further_thread_after_sixteen() {
        var release = new CountDownLatch(1);
        registry.register(BESIDE.name("stuck").timeout(Duration.ofMillis(1)), (event, data) -> {
            while (release.getCount() > 0) {
                Thread.onSpinWait();
            }
            return null;
        });
        registry.register(BESIDE.name("beside"), (event, data) -> null);
        try {
            for (int i = 0; i < 16; i++) {
                emit();
            }
            assertThat(emit().runs().getFirst().failure()).hasMessage("16 earlier calls have still not returned");
        } finally {
            release.countDown();
        }
    }
}
