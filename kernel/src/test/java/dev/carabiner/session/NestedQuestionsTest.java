package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.ChannelScope;
import dev.carabiner.hook.HookResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An emit out of a channel is nested in the one that asks, whichever way the question went. */
@Timeout(120)
class NestedQuestionsTest {

    private final Recording recording = new Recording();
    private final AtomicInteger asked = new AtomicInteger();
    private final List<SessionCoordinator> sessions = new ArrayList<>();

    /** Asks again what it is asked, before it answers. */
    private String nested() {
        asked.incrementAndGet();
        try {
            sessions.getFirst().emit("tool:pre", Map.of());
        } catch (dev.carabiner.hook.NestedEmitException e) {
            return "Deny";
        }
        return "Allow";
    }

    private void start(SessionCoordinator session) {
        recording.asks(HookResult.ask("Sure?"));
        sessions.add(session);
        session.emit("tool:pre", Map.of());
    }

    @Test
    void through_a_system() {
        start(recording.builder().approvals(request -> nested()).build());

        assertThat(asked).hasValue(8);
    }

    @Test
    void through_the_first_of_several_systems() {
        ApprovalSystem system = request -> nested();
        start(recording
                .builder()
                .approvals(ApprovalSystem.firstOf(List.of(system)))
                .build());

        assertThat(asked).hasValue(8);
    }

    @Test
    void through_the_first_of_several_systems_inside_another() {
        ApprovalSystem first = ApprovalSystem.firstOf(List.of(request -> nested()));
        start(recording.builder().approvals(first::requestApproval).build());

        assertThat(asked).hasValue(8);
    }

    @Test
    void through_a_channel() {
        ApprovalChannel channel = pending -> {
            pending.decide(nested(), "ann", pending.request().digest());
            return () -> {};
        };
        start(recording.builder().channels(List.of(channel)).build());

        assertThat(asked).hasValue(8);
    }

    @Test
    void through_a_system_that_is_offered_by_another_channel() {
        ApprovalSystem system = request -> nested();
        ApprovalChannel channel = pending -> system.offer(pending);
        start(recording.builder().channels(List.of(channel)).build());

        assertThat(asked).hasValue(8);
    }

    @Test
    void through_a_channel_that_carries_its_scope_to_threads_of_its_own() {
        try (var threads = Executors.newCachedThreadPool()) {
            ApprovalChannel channel = pending -> {
                threads.execute(ChannelScope.carried(
                        () -> pending.decide(nested(), "ann", pending.request().digest())));
                return () -> {};
            };
            start(recording.builder().channels(List.of(channel)).build());
        }

        assertThat(asked).hasValue(8);
    }
}
