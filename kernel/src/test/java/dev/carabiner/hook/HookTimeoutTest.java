package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rule 8: a handler that takes too long is interrupted and abandoned. */
@Timeout(30)
class HookTimeoutTest {

    private static final Duration SHORT = Duration.ofMillis(30);
    private static final Duration AMPLE = Duration.ofSeconds(20);
    private static final HookOptions SLOW =
            HookOptions.forEvent("tool:pre").name("slow").timeout(SHORT);

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    private HookOutcome emit() {
        return registry.emit("tool:pre", Map.of("a", 1));
    }

    @Test
    void the_handler_is_interrupted() throws InterruptedException {
        var interrupted = new CountDownLatch(1);
        registry.register(SLOW, (event, data) -> {
            try {
                Thread.sleep(20_000);
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return null;
        });

        emit();

        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void the_emit_goes_on_without_it_and_says_how_long_it_waited() {
        registry.register(SLOW.onFailure(FailurePolicy.CONTINUE), sleeping());
        registry.register("tool:pre", 1, "next", (event, data) -> HookResult.inject("x"));

        HookOutcome outcome = emit();

        assertThat(outcome.action()).isEqualTo(Action.INJECT_CONTEXT);
        assertThat(outcome.runs().getFirst().failure())
                .hasMessageContaining("30 ms")
                .hasCauseInstanceOf(HookTimeoutException.class);
    }

    @Test
    void a_guard_that_did_not_answer_in_time_has_denied() {
        registry.register(SLOW.onFailure(FailurePolicy.DENY), sleeping());

        assertThat(emit().reason()).startsWith("Guard slow unavailable: ");
    }

    @Test
    void a_guard_that_did_not_answer_in_time_asks_if_it_said_so() {
        registry.register(SLOW.onFailure(FailurePolicy.ASK), sleeping());

        assertThat(emit().action()).isEqualTo(Action.ASK_USER);
    }

    @Test
    void a_late_result_changes_nothing() throws InterruptedException {
        var finished = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        registry.register(SLOW, (event, data) -> {
            awaitUninterruptibly(release);
            finished.countDown();
            return HookResult.deny("too late");
        });

        HookOutcome outcome = emit();
        release.countDown();
        finished.await();

        assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
        assertThat(outcome.data()).isEqualTo(EventData.of("a", 1));
        assertThat(outcome.runs().getFirst().result()).isNull();
    }

    @Test
    void a_handler_in_time_is_heard_as_without_a_timeout() {
        registry.register(SLOW.timeout(AMPLE), (event, data) -> HookResult.modify(data.with("a", 2)));

        HookOutcome outcome = emit();

        assertThat(outcome.data().get("a")).isEqualTo(2);
        assertThat(outcome.runs().getFirst().result()).isEqualTo(HookResult.modify(Map.of("a", 2)));
    }

    @Test
    void what_a_timed_handler_throws_is_the_cause_itself() {
        var thrown = new IllegalStateException("broken");
        registry.register(SLOW.timeout(AMPLE), HookFailureTest.throwing(thrown));

        assertThat(emit().runs().getFirst().failure()).hasCause(thrown);
    }

    @Test
    void without_a_timeout_the_handler_runs_on_the_emitting_thread() {
        var ranOn = new AtomicReference<Thread>();
        registry.observe("tool:pre", (event, data) -> ranOn.set(Thread.currentThread()));

        emit();

        assertThat(ranOn).hasValue(Thread.currentThread());
    }

    @Test
    void with_a_timeout_it_runs_on_a_platform_daemon_thread_of_its_own() {
        var ranOn = new AtomicReference<Thread>();
        registry.observe(SLOW.timeout(AMPLE), (event, data) -> ranOn.set(Thread.currentThread()));

        emit();

        assertThat(ranOn.get()).isNotSameAs(Thread.currentThread());
        assertThat(ranOn.get().isVirtual()).isFalse();
        assertThat(ranOn.get().isDaemon()).isTrue();
    }

    @Test
    void an_interrupt_meant_for_an_abandoned_handler_hits_nobody_else() {
        registry.register(SLOW.timeout(Duration.ofMillis(1)), sleeping());
        registry.register(SLOW.timeout(AMPLE).priority(1).name("next"), (event, data) -> {
            Thread.sleep(1);
            return HookResult.inject("fine");
        });

        for (int i = 0; i < 100; i++) {
            assertThat(emit().runs().getLast().result()).isEqualTo(HookResult.inject("fine"));
        }
    }

    @Test
    void handlers_that_spin_forever_do_not_block_virtual_threads() throws InterruptedException {
        var stop = new AtomicBoolean();
        registry.register(SLOW.timeout(Duration.ofMillis(5)), (event, data) -> {
            while (!stop.get()) {
                Thread.onSpinWait();
            }
            return null;
        });
        try {
            for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
                emit();
            }
            assertVirtualThreadsRun();
        } finally {
            stop.set(true);
        }
    }

    private static void assertVirtualThreadsRun() throws InterruptedException {
        var ran = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            Thread.ofVirtual().start(ran::countDown);
        }
        assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void timed_handlers_may_be_called_from_virtual_threads() throws InterruptedException {
        var outcomes = new ArrayList<HookOutcome>();
        registry.register(SLOW, sleeping());

        Thread.ofVirtual().start(() -> outcomes.add(emit())).join();

        assertThat(outcomes.getFirst().runs().getFirst().failure().kind()).isEqualTo(HookFailure.Kind.TIMEOUT);
    }

    @Test
    void the_longest_duration_there_is_counts_as_forever() {
        registry.register(SLOW.timeout(Duration.ofSeconds(Long.MAX_VALUE)), (event, data) -> HookResult.inject("x"));

        assertThat(emit().action()).isEqualTo(Action.INJECT_CONTEXT);
    }

    private static HookHandler sleeping() {
        return (event, data) -> {
            Thread.sleep(20_000);
            return HookResult.deny("slept");
        };
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // a handler that ignores it, on purpose
            }
        }
    }
}
