package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord.Injected;
import dev.carabiner.context.Injection;
import dev.carabiner.context.InjectionTooLargeException;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ports and listeners that misbehave, and what they must not bring about. */
@Timeout(60)
class HostileSurroundingsTest {

    private final Recording recording = new Recording();

    @Nested
    class A_failure {

        @Test
        void without_words_still_denies_for_a_guard() {
            recording.hooks.register(
                    HookOptions.forEvent("a:b").name("g").onFailure(FailurePolicy.DENY), (event, data) -> {
                        throw new MuteException();
                    });

            assertThat(recording.session().emit("a:b", Map.of()).reason())
                    .isEqualTo("Guard g unavailable: MuteException");
        }

        @Test
        void of_too_many_words_is_cut_and_says_so() {
            recording.hooks.register(
                    HookOptions.forEvent("a:b").name("g").onFailure(FailurePolicy.DENY), (event, data) -> {
                        throw new IllegalStateException("\u0001".repeat(5_000_000));
                    });

            assertThat(recording.session().emit("a:b", Map.of()).reason())
                    .hasSizeLessThan(5_000)
                    .endsWith("… (4999500 more characters)");
        }
    }

    @Nested
    class A_cancellation_listener_that_throws {

        @Test
        void stops_neither_the_others_nor_the_children() {
            var parent = recording.session();
            var child = parent.child("child").build();
            var heard = new AtomicInteger();
            parent.cancellation().onRequest(() -> {
                throw new IllegalStateException("broken");
            });
            parent.cancellation().onRequest(heard::incrementAndGet);

            parent.cancellation().requestImmediate();

            assertThat(heard).hasValue(1);
            assertThat(child.cancellation().level()).isEqualTo(CancellationToken.Level.IMMEDIATE);
        }
    }

    @Nested
    class A_display_that_emits {

        @Test
        void cannot_keep_the_session_busy_for_ever() {
            recording.hooks.register(
                    "a:b", (event, data) -> HookResult.proceed().userMessage("one"));
            recording.hooks.register(
                    "a:b", (event, data) -> HookResult.proceed().userMessage("two"));
            List<SessionCoordinator> sessions = new ArrayList<>();
            var shown = new AtomicInteger();
            sessions.add(recording
                    .builder()
                    .display(message -> {
                        shown.incrementAndGet();
                        sessions.getFirst().emit("a:b", Map.of());
                    })
                    .build());

            sessions.getFirst().emit("a:b", Map.of());

            assertThat(shown.get()).isLessThan(1_000);
        }
    }

    @Nested
    class A_child_session {

        @Test
        void cannot_be_given_other_hooks_approvals_or_another_log() {
            var child = recording.session().child("child");

            assertThatThrownBy(() -> child.hooks(new HookRegistry())).hasMessageContaining("hooks of its parent");
            assertThatThrownBy(() -> child.approvals(request -> "Allow")).hasMessageContaining("approvals");
            assertThatThrownBy(() -> child.audit(AuditLog.none())).hasMessageContaining("audit log");
        }
    }

    @Test
    void an_injection_that_cannot_be_recorded_does_not_reach_the_model() {
        recording.hooks.register("a:b", (event, data) -> HookResult.inject("unseen"));
        AuditLog failing = record -> {
            if (record instanceof Injected) {
                throw new IllegalStateException("disk full");
            }
        };

        recording.builder().audit(failing).build().emit("a:b", Map.of());

        assertThat(recording.texts()).isEmpty();
    }

    @Test
    void the_default_context_has_the_limits_of_the_session() {
        var strict = SessionCoordinator.builder().injectionSizeLimit(10).build();
        assertThatThrownBy(() -> strict.context().inject(Injection.of("x".repeat(11), "hook", "a:b")))
                .isInstanceOf(InjectionTooLargeException.class)
                .hasMessageContaining("exceeds 10 bytes");

        var generous = SessionCoordinator.builder().unlimitedInjections().build();
        generous.context().inject(Injection.of("x".repeat(20_000), "hook", "a:b"));
        assertThat(generous.context().messages()).hasSize(1);
    }

    @Test
    void data_just_within_the_limits_can_be_emitted_and_permitted() {
        Map<String, Integer> million =
                IntStream.range(0, 1_000_000).boxed().collect(Collectors.toMap(i -> "k" + i, i -> i));
        Object deep = Map.of();
        for (int i = 0; i < 511; i++) {
            deep = Map.of("x", deep);
        }
        @SuppressWarnings("unchecked")
        var input = (Map<String, Object>) deep;

        assertThat(recording.session().emit("a:b", million).denied()).isFalse();
        assertThat(recording.session().permitTool("Deep", input)).isInstanceOf(ToolGate.Permitted.class);
    }

    @Test
    void a_session_id_that_could_deceive_is_refused() {
        for (String id : List.of("", "a\nb", "a\u202Eb", "half \ud800")) {
            assertThatThrownBy(() -> SessionCoordinator.builder().sessionId(id)).hasMessageContaining("session id");
        }
    }

    @Test
    void a_permit_is_worth_nothing_once_the_session_is_cancelled() {
        var session = recording.session();
        var permit = ((ToolGate.Permitted) session.permitTool("Bash", Map.of())).permit();
        session.cancellation().requestGraceful();

        assertThatThrownBy(() -> session.redeem(permit, "Bash")).hasMessageContaining("the session is cancelled");
    }

    @Test
    void a_hook_that_hides_its_output_does_not_hide_what_ports_print() {
        var session = recording
                .builder()
                .display(message -> System.out.print("SHOWN"))
                .build();
        recording.hooks.register(
                "inner:event", (event, data) -> HookResult.proceed().userMessage("important"));
        List<String> caught = new ArrayList<>();
        recording.hooks.register("outer:event", (event, data) -> {
            session.emit("inner:event", Map.of());
            return HookResult.proceed().suppressOutput();
        });

        session.emit("outer:event", Map.of()).runs().forEach(run -> caught.add(run.output()));

        assertThat(caught).containsExactly("");
    }

    @Test
    void a_handler_that_never_returns_does_not_eat_up_the_threads() {
        var release = new CountDownLatch(1);
        recording.hooks.register(
                HookOptions.forEvent("a:b").name("stuck").timeout(Duration.ofMillis(1)), (event, data) -> {
                    while (release.getCount() > 0) {
                        Thread.onSpinWait();
                        Thread.interrupted();
                        LockSupport.parkNanos(1_000_000);
                    }
                    return null;
                });
        try {
            for (int i = 0; i < 60; i++) {
                recording.hooks.emit("a:b", Map.of());
            }
            long stuck = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread ->
                            thread.getName().startsWith("carabiner-hook-") && thread.getState() != Thread.State.WAITING)
                    .count();
            assertThat(stuck).isLessThan(40);
            assertThat(recording.hooks.emit("a:b", Map.of()).runs().getFirst().failure())
                    .hasMessageContaining("earlier calls have still not returned");
        } finally {
            release.countDown();
        }
    }
}
