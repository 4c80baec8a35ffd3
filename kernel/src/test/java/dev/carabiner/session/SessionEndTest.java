package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.AuditRecord.Denied;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.Injected;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ToolAnswer.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** After the end nothing is permitted, redeemed, asked or injected. */
@Timeout(60)
class SessionEndTest {

    private static final String ENDED = "The session has ended";
    private static final ToolCall LS = new ToolCall("id-1", "Bash", EventData.of("command", "ls"));

    private final Recording recording = new Recording();
    private final List<String> heard = new ArrayList<>();

    private SessionCoordinator ended() {
        SessionCoordinator session = recording.session();
        session.end();
        return session;
    }

    @Test
    void no_permit_is_given_and_no_hook_hears_of_the_wish() {
        recording.hooks.observe("*", (event, data) -> heard.add(event));

        ToolGate gate = ended().permitTool("Bash", Map.of());

        assertThat(gate).isInstanceOfSatisfying(ToolGate.Refused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(ENDED);
            assertThat(refused.outcome().denied()).isTrue();
        });
        assertThat(heard).isEmpty();
    }

    @Test
    void a_call_is_denied_and_its_body_does_not_run() {
        ToolAnswer answer = ended().call(LS, input -> {
            throw new AssertionError("was run");
        });

        assertThat(answer.status()).isEqualTo(Status.DENIED);
        assertThat(answer.text()).isEqualTo("Denied by hook: " + ENDED);
    }

    @Test
    void tool_pre_is_not_emitted_by_hand_either() {
        recording.hooks.observe("*", (event, data) -> heard.add(event));

        HookOutcome outcome = ended().emit("tool:pre", Map.of("tool_name", "Bash"));

        assertThat(outcome.reason()).isEqualTo(ENDED);
        assertThat(heard).isEmpty();
    }

    @Test
    void a_permit_given_before_is_worth_nothing() {
        var session = recording.session();
        var permit = ((ToolGate.Permitted) session.permitTool("Bash", Map.of())).permit();
        session.end();

        assertThatThrownBy(() -> session.redeem(permit, "Bash"))
                .isInstanceOf(PermitException.class)
                .hasMessageContaining(ENDED);
    }

    @Test
    void a_permit_that_was_used_before_is_refused_as_that_and_not_for_the_end() {
        var session = recording.session();
        var permit = ((ToolGate.Permitted) session.permitTool(LS)).permit();
        session.redeem(permit, "Bash");
        session.end();

        assertThatThrownBy(() -> session.redeem(permit, "Bash")).hasMessageContaining("has been used before");
        assertThat(recording.records(Denied.class))
                .singleElement()
                .extracting("by", "reason")
                .containsExactly("kernel", "Permit " + permit.id() + " has been used before");
    }

    @Test
    void what_comes_too_late_is_on_the_record_as_a_denial_and_not_as_an_emit() {
        var session = recording.session();
        var permit = ((ToolGate.Permitted) session.permitTool(LS)).permit();
        session.end();

        assertThatThrownBy(() -> session.redeem(permit, "Bash")).isInstanceOf(PermitException.class);
        session.call(LS, input -> ToolResult.of(""));

        List<Emitted> emitted = recording.records(Emitted.class);
        assertThat(emitted).hasSize(1);
        assertThat(recording.records(Denied.class))
                .allSatisfy(denied -> assertThat(denied)
                        .extracting("by", "reason", "tool", "toolCallId")
                        .containsExactly("session_end", ENDED, "Bash", "id-1"))
                .extracting(Denied::emit)
                .containsExactly(emitted.getFirst().emit(), "");
    }

    @Test
    void a_hook_that_ends_the_session_during_tool_pre_has_the_call_refused() {
        var sessions = new ArrayList<SessionCoordinator>();
        recording.hooks.observe("tool:pre", (event, data) -> sessions.getFirst().end());
        sessions.add(recording.session());

        assertThat(sessions.getFirst().call(LS, input -> ToolResult.of("")).text())
                .isEqualTo("Denied by hook: " + ENDED);
    }

    @Test
    void a_question_that_waits_ends_with_that_reason() throws Exception {
        recording.asks(HookResult.ask("Sure?"));
        var offered = new CountDownLatch(1);
        var store = ApprovalStore.inMemory();
        var session = recording
                .builder()
                .approvalStore(store)
                .channels(List.of(pending -> {
                    offered.countDown();
                    return () -> {};
                }))
                .build();
        var outcome = CompletableFuture.supplyAsync(() -> session.emit("tool:pre", Map.of()));
        offered.await();

        session.end();

        assertThat(outcome.get(20, TimeUnit.SECONDS).reason()).isEqualTo(ENDED);
        assertThat(recording.records(ApprovalDecided.class))
                .extracting(ApprovalDecided::how, ApprovalDecided::decidedBy)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("ended", "kernel"));
    }

    @Test
    void nothing_more_is_asked() {
        recording.hooks.register("a:b", (event, data) -> HookResult.ask("Sure?"));
        var session = recording.answering("Allow");
        session.end();

        assertThat(session.emit("a:b", Map.of()).reason()).isEqualTo(ENDED);
        assertThat(recording.asked).isEmpty();
    }

    @Test
    void nothing_more_is_injected_and_that_is_on_the_record() {
        recording.hooks.register("a:b", (event, data) -> HookResult.inject("late"));

        assertThat(ended().emit("a:b", Map.of()).denied()).isFalse();

        assertThat(recording.texts()).isEmpty();
        assertThat(recording.records(Injected.class))
                .extracting(Injected::fate)
                .containsExactly(Injected.Fate.SESSION_ENDED);
    }

    @Test
    void children_end_too_and_those_that_come_later_begin_ended() {
        var parent = recording.session();
        var child = parent.child("s-1.1").build();
        var grandchild = child.child("s-1.1.1").build();

        parent.end();

        for (var session : List.of(child, grandchild, parent.child("late").build())) {
            assertThat(session.call(LS, input -> ToolResult.of("")).status()).isEqualTo(Status.DENIED);
        }
    }

    @Test
    void a_childs_end_is_not_its_parents() {
        var parent = recording.session();
        parent.child("s-1.1").build().end();

        assertThat(parent.call(LS, input -> ToolResult.of("")).status()).isEqualTo(Status.RAN);
    }

    @Test
    void it_emits_nothing_itself_and_may_be_said_twice() {
        recording.hooks.observe("*", (event, data) -> heard.add(event));
        var session = recording.session();

        session.end();
        session.end();

        assertThat(heard).isEmpty();
        assertThat(recording.records).isEmpty();
    }

    @Test
    void a_tool_that_runs_is_told_to_the_hooks_when_it_is_done() {
        recording.hooks.observe("*", (event, data) -> heard.add(event));
        var session = recording.session();

        ToolAnswer answer = session.call(LS, input -> {
            session.end();
            return ToolResult.of("done");
        });

        assertThat(answer.status()).isEqualTo(Status.RAN);
        assertThat(heard).containsExactly("tool:pre", "tool:post");
    }

    @Test
    void a_deferred_question_ends_too() {
        recording.asks(HookResult.ask("Sure?"));
        var store = ApprovalStore.inMemory();
        var session = recording.builder().approvalStore(store).build();
        String id = session.callOrDefer(LS, input -> ToolResult.of("")).requestId();

        session.end();

        assertThat(store.read(id).state()).isEqualTo(State.CANCELLED);
        assertThat(store.read(id).decision().reason()).isEqualTo(ENDED);
    }
}
