package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.AuditRecord.ApprovalRequested;
import dev.carabiner.audit.AuditRecord.PermitMinted;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ToolAnswer.Status;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller that cannot wait gets the id of the request, and comes again. */
@Timeout(60)
class DeferredCallTest {

    private static final ToolCall LS = new ToolCall("id-1", "Bash", EventData.of("command", "ls"));

    private final Recording recording = new Recording();
    private final List<EventData> ran = new CopyOnWriteArrayList<>();
    private final LinkedBlockingQueue<PendingApproval> offered = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final ApprovalStore store = ApprovalStore.inMemory();
    private final SessionCoordinator session = session();

    private final ToolBody body = input -> {
        ran.add(input);
        return ToolResult.of("done");
    };

    private SessionCoordinator session() {
        return recording
                .builder()
                .approvalStore(store)
                .channels(List.of(pending -> {
                    offered.add(pending);
                    return () -> {};
                }))
                .build();
    }

    private void asks(HookResult.AskUser question) {
        recording.asks(question);
        listen();
    }

    private void listen() {
        recording.hooks.observe("approval:granted", (event, data) -> told.add(event));
        recording.hooks.observe("approval:denied", (event, data) -> told.add(event));
    }

    private String next(LinkedBlockingQueue<String> queue) throws InterruptedException {
        return queue.poll(20, TimeUnit.SECONDS);
    }

    private void decide(String option) throws InterruptedException {
        PendingApproval pending = offered.poll(20, TimeUnit.SECONDS);
        pending.decide(option, "ann", pending.request().digest());
        assertThat(next(told)).isNotNull();
    }

    @Test
    void what_needs_no_human_is_run_at_once() {
        assertThat(session.callOrDefer(LS, body).status()).isEqualTo(Status.RAN);
    }

    @Test
    void what_needs_one_waits_and_nothing_is_run() throws Exception {
        asks(HookResult.ask("Sure?"));

        ToolAnswer answer = session.callOrDefer(LS, body);

        assertThat(answer.status()).isEqualTo(Status.WAITING);
        assertThat(answer.requestId())
                .isEqualTo(offered.poll(20, TimeUnit.SECONDS).request().id());
        assertThat(store.read(answer.requestId()).state()).isEqualTo(State.PENDING);
        assertThat(ran).isEmpty();
        assertThat(session.permitOrDefer(LS))
                .isInstanceOfSatisfying(
                        ToolGate.Deferred.class,
                        deferred -> assertThat(deferred.requestId()).isEqualTo(answer.requestId()));
    }

    @Test
    void a_grant_lets_the_same_call_run_once() throws Exception {
        asks(HookResult.ask("Sure?"));
        ToolAnswer first = session.callOrDefer(LS, body);
        decide("Allow");

        assertThat(session.callOrDefer(LS, body).status()).isEqualTo(Status.RAN);
        assertThat(ran).hasSize(1);
        assertThat(store.read(first.requestId()).state()).isEqualTo(State.EXECUTED);
        ToolAnswer again = session.callOrDefer(LS, body);
        assertThat(again.status()).isEqualTo(Status.WAITING);
        assertThat(again.requestId()).isNotEqualTo(first.requestId());
    }

    @Test
    void the_decision_is_on_record_in_the_emit_that_asked_and_in_the_one_that_goes_on_with_it() throws Exception {
        asks(HookResult.ask("Sure?"));
        ToolAnswer first = session.callOrDefer(LS, body);
        decide("Allow");
        session.callOrDefer(LS, body);

        String asking = recording.records(ApprovalRequested.class).getFirst().emit();
        String running = recording.records(PermitMinted.class).getFirst().emit();
        assertThat(running).isNotEqualTo(asking);
        assertThat(recording.records(ApprovalDecided.class))
                .allSatisfy(decided -> assertThat(decided.request()).isEqualTo(first.requestId()))
                .extracting(ApprovalDecided::emit)
                .containsExactlyInAnyOrder(asking, running);
    }

    @RepeatedTest(200)
    void a_decision_counts_from_the_moment_it_is_in_the_store() {
        recording.asks(HookResult.ask("Sure?"));
        String id = Objects.requireNonNull(session.callOrDefer(LS, body).requestId());

        store.decide(id, store.read(id).request().digest(), "ann", "console", "Allow", true, "");

        assertThat(session.callOrDefer(LS, body).status()).isEqualTo(Status.RAN);
    }

    @Test
    void a_grant_is_not_for_another_input() throws Exception {
        asks(HookResult.ask("Sure?"));
        session.callOrDefer(LS, body);
        decide("Allow");

        assertThat(session.callOrDefer(new ToolCall("id-1", "Bash", EventData.of("command", "rm")), body)
                        .status())
                .isEqualTo(Status.WAITING);
        assertThat(ran).isEmpty();
    }

    @Test
    void a_denial_is_told_once_and_then_it_is_asked_anew() throws Exception {
        asks(HookResult.ask("Sure?"));
        session.callOrDefer(LS, body);
        decide("Deny");

        ToolAnswer answer = session.callOrDefer(LS, body);

        assertThat(answer.status()).isEqualTo(Status.DENIED);
        assertThat(answer.text()).isEqualTo("Denied by hook: User denied: Sure?");
        assertThat(session.callOrDefer(LS, body).status()).isEqualTo(Status.WAITING);
    }

    @Test
    void its_time_passes_while_nobody_waits() throws Exception {
        asks(HookResult.ask("Sure?").timeout(Duration.ofMillis(50)));
        session.callOrDefer(LS, body);
        assertThat(next(told)).isEqualTo("approval:denied");

        assertThat(session.callOrDefer(LS, body).text())
                .isEqualTo("Denied by hook: Approval timeout - denied by default: Sure?");
    }

    @Test
    void a_call_that_can_wait_waits_for_the_same_request() throws Exception {
        asks(HookResult.ask("Sure?"));
        session.callOrDefer(LS, body);
        Thread human = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(50);
                decide("Allow");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });

        assertThat(session.call(LS, body).status()).isEqualTo(Status.RAN);
        human.join();
        assertThat(offered).isEmpty();
    }

    @Test
    void two_questions_are_decided_one_after_the_other() throws Exception {
        recording.hooks.register("tool:pre", 0, "first", (event, data) -> HookResult.ask("one"));
        recording.hooks.register("tool:pre", 1, "second", (event, data) -> HookResult.ask("two"));
        listen();

        assertThat(session.callOrDefer(LS, body).status()).isEqualTo(Status.WAITING);
        decide("Allow");
        assertThat(session.callOrDefer(LS, body).status()).isEqualTo(Status.WAITING);
        decide("Allow");

        assertThat(session.callOrDefer(LS, body).status()).isEqualTo(Status.RAN);
    }

    @Test
    void a_grant_is_gone_when_the_other_question_is_refused() throws Exception {
        recording.hooks.register("tool:pre", 0, "first", (event, data) -> HookResult.ask("one"));
        recording.hooks.register("tool:pre", 1, "second", (event, data) -> HookResult.ask("two"));
        listen();
        String first = session.callOrDefer(LS, body).requestId();
        decide("Allow");
        session.callOrDefer(LS, body);
        decide("Deny");

        assertThat(session.callOrDefer(LS, body).status()).isEqualTo(Status.DENIED);
        assertThat(store.read(first).state()).isEqualTo(State.FAILED);
    }

    @Test
    void a_handler_of_the_grant_may_come_back_with_the_call() throws Exception {
        recording.asks(HookResult.ask("Sure?"));
        recording.hooks.observe(
                "approval:granted",
                (event, data) -> told.add(session.callOrDefer(LS, body).status().name()));
        session.callOrDefer(LS, body);
        PendingApproval pending = offered.poll(20, TimeUnit.SECONDS);
        pending.decide("Allow", "ann", pending.request().digest());

        assertThat(next(told)).isEqualTo("RAN");
    }

    @Test
    void cancelling_the_session_ends_what_waits() throws Exception {
        asks(HookResult.ask("Sure?"));
        String id = session.callOrDefer(LS, body).requestId();

        session.cancellation().requestGraceful();

        assertThat(store.read(id).state()).isEqualTo(State.CANCELLED);
        assertThat(next(told)).isEqualTo("approval:denied");
    }

    @Nested
    class An_agent_that_died_while_it_waited {

        @Test
        void finds_its_request_still_pending_and_shows_it_again() throws Exception {
            asks(HookResult.ask("Sure?"));
            String id = session.callOrDefer(LS, body).requestId();
            offered.take();
            SessionCoordinator resumed = session();

            assertThat(resumed.callOrDefer(LS, body).requestId()).isEqualTo(id);
            decide("Allow");
            assertThat(next(told))
                    .as("the session that died has heard of it too")
                    .isNotNull();
            assertThat(resumed.callOrDefer(LS, body).status()).isEqualTo(Status.RAN);
        }

        @Test
        void finds_it_decided() throws Exception {
            asks(HookResult.ask("Sure?"));
            String id = session.callOrDefer(LS, body).requestId();
            var request = offered.take().request();
            store.decide(id, request.digest(), "ann", "console", "Allow", true, "");

            assertThat(session().call(LS, body).status()).isEqualTo(Status.RAN);
        }
    }

    @Test
    void without_channels_a_shared_store_can_be_answered_in() {
        asks(HookResult.ask("Sure?"));
        var alone = recording.builder().approvalStore(store).build();

        String id = alone.callOrDefer(LS, body).requestId();
        var request = store.read(id).request();
        store.decide(id, request.digest(), "ann", "console", "Allow", true, "");

        assertThat(alone.call(LS, body).status()).isEqualTo(Status.RAN);
    }

    @Test
    void with_nothing_configured_there_is_nothing_to_wait_for() {
        asks(HookResult.ask("Sure?"));

        ToolAnswer answer = recording.session().callOrDefer(LS, body);

        assertThat(answer.status()).isEqualTo(Status.DENIED);
        assertThat(answer.text()).isEqualTo("Denied by hook: No approval system available");
    }

    @Test
    void injections_are_made_when_it_runs_and_not_before() throws Exception {
        asks(HookResult.ask("Sure?"));
        recording.hooks.register("tool:pre", 1, "injects", (event, data) -> HookResult.inject("note"));

        session.callOrDefer(LS, body);
        assertThat(recording.texts()).isEmpty();
        decide("Allow");
        session.callOrDefer(LS, body);

        assertThat(recording.texts()).containsExactly("note");
    }
}
