package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.Decision;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that fails permits nothing. */
@Timeout(60)
class ApprovalStoreFailureTest {

    private final Recording recording = new Recording();

    /** A store in memory of which these methods throw. */
    static ApprovalStore failing(Set<String> methods) {
        ApprovalStore working = ApprovalStore.inMemory();
        return (ApprovalStore) Proxy.newProxyInstance(
                ApprovalStore.class.getClassLoader(), new Class<?>[] {ApprovalStore.class}, (proxy, method, args) -> {
                    if (methods.contains(method.getName())) {
                        throw new IllegalStateException("database is down");
                    }
                    try {
                        return method.invoke(working, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private SessionCoordinator session(String... methods) {
        return recording
                .builder()
                .approvalStore(failing(Set.of(methods)))
                .approvals(request -> {
                    recording.asked.add(request);
                    return "Allow always";
                })
                .build();
    }

    private HookOutcome emit(SessionCoordinator session) {
        return session.emit("tool:pre", Map.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"request", "find", "decide", "consume"})
    void nothing_is_granted_whichever_step_fails(String method) {
        recording.asks(HookResult.ask("Sure?")
                .options("Allow always", "Deny")
                .byDefault(Decision.ALLOW)
                .timeout(Duration.ofSeconds(20)));

        HookOutcome outcome = emit(session(method));

        assertThat(outcome.denied()).isTrue();
        assertThat(recording.order).contains("port_failure");
    }

    @Test
    void nothing_is_granted_if_the_store_cannot_say_what_was_decided() {
        recording.asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW).timeout(Duration.ofSeconds(20)));
        SessionCoordinator session = recording
                .builder()
                .approvalStore(failing(Set.of("await")))
                .channels(List.of(pending -> () -> {})) // it never answers, so that the store is waited for
                .build();

        assertThat(emit(session).denied()).isTrue();
        assertThat(recording.order).contains("port_failure");
    }

    @Test
    void a_time_that_passes_without_the_store_does_not_grant() {
        recording.asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW).timeout(Duration.ofMillis(50)));
        var session = recording
                .builder()
                .approvalStore(failing(Set.of("await", "cancel")))
                .channels(List.of(pending -> () -> {}))
                .build();

        assertThat(emit(session).reason()).isEqualTo("Approval system failed: database is down");
    }

    @Test
    void a_cancellation_ends_the_wait_even_if_the_store_cannot_take_it() {
        recording.asks(HookResult.ask("Sure?"));
        var sessions = new ArrayList<SessionCoordinator>();
        sessions.add(recording
                .builder()
                .approvalStore(failing(Set.of("cancel")))
                .approvals(request -> {
                    sessions.getFirst().cancellation().requestGraceful();
                    new CountDownLatch(1).await();
                    return "never";
                })
                .build());

        assertThat(emit(sessions.getFirst()).denied()).isTrue();
    }

    @Test
    void what_cannot_be_remembered_is_asked_again() {
        recording.asks(HookResult.ask("Sure?").options("Allow always", "Deny"));
        for (String method : List.of("remember", "remembered")) {
            var session = session(method);

            assertThat(emit(session).denied()).isFalse();
            assertThat(emit(session).denied()).isFalse();
        }
        assertThat(recording.asked).hasSize(4);
    }

    @Test
    void how_a_run_ended_need_not_be_kept() {
        recording.asks(HookResult.ask("Sure?").options("Allow always", "Deny"));

        assertThat(emit(session("finish")).denied()).isFalse();
    }
}
