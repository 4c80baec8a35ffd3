package dev.carabiner.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.approval.Receipt;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.console.Served.Response;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolAnswer.Status;
import dev.carabiner.session.ToolResult;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One agent, its own terminal, a second terminal on the same store, and the API: the first answer wins. */
@Timeout(120)
class ChannelsAtOnceTest {

    @TempDir
    private Path directory;

    private Served served;
    private ApprovalDatabase secondTerminal;
    private final CompletableFuture<PendingApproval> shown = new CompletableFuture<>();
    private final CompletableFuture<ApprovalDecision> takenAway = new CompletableFuture<>();
    private final AtomicInteger runs = new AtomicInteger();
    private SessionCoordinator session;

    @BeforeEach
    void start() {
        served = new Served(directory);
        secondTerminal = ApprovalDatabase.sqlite(directory.resolve("approvals.db"));
        HookRegistry hooks = new HookRegistry();
        hooks.register("tool:pre", 0, "guard", (event, data) -> HookResult.ask("Run this?"));
        ApprovalChannel terminal = pending -> {
            shown.complete(pending);
            return () -> takenAway.complete(pending.decision());
        };
        session = SessionCoordinator.builder()
                .sessionId("s-1")
                .hooks(hooks)
                .approvalStore(served.database.store())
                .channels(List.of(terminal))
                .build();
    }

    @AfterEach
    void end() {
        secondTerminal.close();
        served.close();
    }

    private static ToolCall call() {
        return new ToolCall("call-1", "Bash", EventData.of("command", "ls"));
    }

    private ToolResult run(EventData input) {
        runs.incrementAndGet();
        return ToolResult.of("done");
    }

    private CompletableFuture<ToolAnswer> agent() {
        CompletableFuture<ToolAnswer> answer = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> answer.complete(session.call(call(), this::run)));
        return answer;
    }

    private VoteResult bySecondTerminal(ApprovalRequest request, boolean allow) {
        return secondTerminal
                .store()
                .decide(request.id(), request.digest(), "tess", "terminal", allow ? "Allow" : "Deny", allow, "");
    }

    @Nested
    class Who_is_first {

        @Test
        void at_the_second_terminal_decides_and_the_others_are_told_who() throws Exception {
            CompletableFuture<ToolAnswer> answer = agent();
            ApprovalRequest request = shown.get(30, TimeUnit.SECONDS).request();
            EventData late = served.decision(Served.ANN, request, "deny");
            assertThat(bySecondTerminal(request, true)).isInstanceOf(VoteResult.Won.class);

            assertThat(answer.get(30, TimeUnit.SECONDS).status()).isEqualTo(Status.RAN);
            assertThat(takenAway.get(30, TimeUnit.SECONDS).decidedBy()).isEqualTo("tess");
            assertThat(shown.get().decide("Deny", "me", request.digest()))
                    .isInstanceOfSatisfying(
                            Receipt.AlreadyDecided.class,
                            it -> assertThat(it.decision().channel()).isEqualTo("terminal"));
            Response response = served.decide(Served.ANN, request, late);
            assertThat(response.status()).isEqualTo(409);
            assertThat(response.json().text("decided_by")).isEqualTo("tess");
        }

        @Test
        void by_the_api_decides_and_the_terminals_are_told_who() throws Exception {
            CompletableFuture<ToolAnswer> answer = agent();
            ApprovalRequest request = shown.get(30, TimeUnit.SECONDS).request();
            served.decide(Served.ANN, request, served.decision(Served.ANN, request, "deny"));

            assertThat(answer.get(30, TimeUnit.SECONDS).status()).isEqualTo(Status.DENIED);
            assertThat(takenAway.get(30, TimeUnit.SECONDS).decidedBy()).isEqualTo("ann");
            assertThat(bySecondTerminal(request, true))
                    .isInstanceOfSatisfying(
                            VoteResult.Late.class,
                            it -> assertThat(it.decision().decidedBy()).isEqualTo("ann"));
            assertThat(runs).hasValue(0);
        }

        @Test
        void at_the_own_terminal_decides_and_the_api_is_told_who() throws Exception {
            CompletableFuture<ToolAnswer> answer = agent();
            PendingApproval pending = shown.get(30, TimeUnit.SECONDS);
            EventData late = served.decision(Served.ANN, pending.request(), "deny");
            assertThat(pending.decide("Allow", "me", pending.request().digest()))
                    .isInstanceOf(Receipt.Accepted.class);

            assertThat(answer.get(30, TimeUnit.SECONDS).status()).isEqualTo(Status.RAN);
            assertThat(served.decide(Served.ANN, pending.request(), late).json().text("decided_by"))
                    .isEqualTo("me");
        }
    }

    @Nested
    class A_caller_that_cannot_block {

        @Test
        void is_told_what_it_waits_for_and_has_the_answer_when_it_comes_again() throws Exception {
            ToolAnswer first = session.callOrDefer(call(), ChannelsAtOnceTest.this::run);
            assertThat(first.status()).isEqualTo(Status.WAITING);
            ApprovalRequest request =
                    served.database.store().pending(null, 1).getFirst().request();
            assertThat(first.text()).contains(request.id());
            assertThat(session.callOrDefer(call(), ChannelsAtOnceTest.this::run).status())
                    .isEqualTo(Status.WAITING);

            served.decide(Served.ANN, request, served.decision(Served.ANN, request, "allow"));

            assertThat(session.callOrDefer(call(), ChannelsAtOnceTest.this::run).status())
                    .isEqualTo(Status.RAN);
            assertThat(runs).hasValue(1);
            assertThat(served.database.store().read(request.id()).state()).isEqualTo(State.EXECUTED);
            assertThat(session.callOrDefer(call(), ChannelsAtOnceTest.this::run).status())
                    .isEqualTo(Status.WAITING); // a new question: the grant was for one time
        }
    }
}
