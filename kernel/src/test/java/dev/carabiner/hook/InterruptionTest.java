package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rule 7, its end: to interrupt the emitting thread stops the emit. */
class InterruptionTest {

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();
    private final List<String> calls = new ArrayList<>();

    @AfterEach
    void calm_down() {
        Thread.interrupted();
    }

    private void registerLater() {
        registry.register("tool:pre", 100, "later", (event, data) -> {
            calls.add("later");
            return null;
        });
    }

    private void assertStopped(HookOutcome outcome) {
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(outcome.denied()).isTrue();
        assertThat(outcome.reason()).isEqualTo("Interrupted");
        assertThat(calls).isEmpty();
    }

    @Test
    void before_the_emit_no_handler_runs() {
        registerLater();
        Thread.currentThread().interrupt();

        HookOutcome outcome = registry.emit("tool:pre", Map.of("a", 1));

        assertStopped(outcome);
        assertThat(outcome.runs()).isEmpty();
        assertThat(outcome.data().get("a")).isEqualTo(1);
    }

    @Test
    void during_a_handler_the_others_do_not_run() {
        registry.register("tool:pre", 0, "change", (event, data) -> {
            Thread.currentThread().interrupt();
            return HookResult.modify(data.with("a", 2)).userMessage("m");
        });
        registerLater();

        HookOutcome outcome = registry.emit("tool:pre", Map.of("a", 1));

        assertStopped(outcome);
        assertThat(outcome.runs()).extracting(HandlerRun::name).containsExactly("change");
        assertThat(outcome.messages()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void that_a_handler_passes_on_sets_the_flag_again_whatever_the_policy(FailurePolicy policy) {
        registry.register(HookOptions.forEvent("tool:pre").onFailure(policy), (event, data) -> {
            Thread.currentThread().interrupt();
            Thread.sleep(10_000);
            return null;
        });
        registerLater();

        HookOutcome outcome = registry.emit("tool:pre", Map.of());

        assertStopped(outcome);
        assertThat(outcome.runs()).hasSize(1);
        assertThat(outcome.runs().getFirst().failure().kind()).isEqualTo(HookFailure.Kind.INTERRUPTED);
    }

    @Test
    void during_the_last_handler_still_denies() {
        registry.register("tool:pre", (event, data) -> {
            Thread.currentThread().interrupt();
            return HookResult.inject("x");
        });

        HookOutcome outcome = registry.emit("tool:pre", Map.of());

        assertStopped(outcome);
        assertThat(outcome.injections()).hasSize(1);
    }

    @Test
    void while_waiting_for_a_timed_handler_interrupts_that_too() throws InterruptedException {
        var interrupted = new CountDownLatch(1);
        Thread emitting = Thread.currentThread();
        registry.register(HookOptions.forEvent("tool:pre").timeout(Duration.ofSeconds(30)), (event, data) -> {
            emitting.interrupt();
            try {
                Thread.sleep(30_000);
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return HookResult.inject("too late");
        });
        registerLater();

        HookOutcome outcome = registry.emit("tool:pre", Map.of());

        assertStopped(outcome);
        assertThat(outcome.injections()).isEmpty();
        Thread.interrupted();
        interrupted.await();
    }

    @Test
    void of_a_timed_handlers_own_thread_is_a_failure_of_the_handler_only() {
        registry.register(HookOptions.forEvent("tool:pre").timeout(Duration.ofSeconds(30)), (event, data) -> {
            Thread.currentThread().interrupt();
            Thread.sleep(10_000);
            return null;
        });
        registerLater();

        HookOutcome outcome = registry.emit("tool:pre", Map.of());

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
        assertThat(outcome.runs().getFirst().failure().kind()).isEqualTo(HookFailure.Kind.EXCEPTION);
        assertThat(calls).containsExactly("later");
    }

    @Test
    void wins_over_the_handlers_own_deny_which_stays_in_its_run() {
        registry.register("tool:pre", (event, data) -> {
            Thread.currentThread().interrupt();
            return HookResult.deny("no");
        });

        HookOutcome outcome = registry.emit("tool:pre", Map.of());

        assertStopped(outcome);
        assertThat(outcome.runs().getFirst().result()).isEqualTo(HookResult.deny("no"));
    }

    @Test
    void ends_a_collection_with_what_there_is() {
        registry.register("tool:pre", 0, "offer", (event, data) -> HookResult.proceed(Map.of("k", 1)));
        Thread emitting = Thread.currentThread();
        registry.register("tool:pre", 1, "interrupting", (event, data) -> {
            emitting.interrupt();
            Thread.sleep(10_000);
            return null;
        });
        registerLater();

        assertThat(registry.emitAndCollect("tool:pre", Map.of())).hasSize(1);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(calls).isEmpty();
    }
}
