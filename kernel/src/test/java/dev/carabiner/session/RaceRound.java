package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.approval.Receipt;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** One session in a race, and what everyone saw of it. */
final class RaceRound {

    private final ApprovalStore store = ApprovalStore.inMemory();
    private final Queue<AuditRecord> records = new ConcurrentLinkedQueue<>();
    private final List<PendingApproval> offered = new CopyOnWriteArrayList<>();
    private final Map<String, Queue<Boolean>> told = new ConcurrentHashMap<>(); // by call: granted or not
    private final Map<String, Queue<ApprovalDecision>> accepted = new ConcurrentHashMap<>(); // by request
    private final Map<String, Queue<ApprovalDecision>> late = new ConcurrentHashMap<>();
    private final Map<String, Boolean> denied = new ConcurrentHashMap<>(); // by call: the outcome of an emit
    private final Map<String, ToolGate> gates = new ConcurrentHashMap<>();
    private final Queue<String> mistakes = new ConcurrentLinkedQueue<>();
    private final SessionCoordinator session;
    private volatile boolean ended;

    RaceRound(SplittableRandom random) {
        HookRegistry hooks = new HookRegistry();
        Duration timeout = Duration.ofNanos(random.nextInt(3_000_000));
        boolean slow = random.nextBoolean(); // then there is time for answers
        hooks.register(
                "tool:pre", (event, data) -> HookResult.ask("Sure?").timeout(slow ? Duration.ofMinutes(1) : timeout));
        hooks.observe("approval:granted", (event, data) -> tell(data, true));
        hooks.observe("approval:denied", (event, data) -> tell(data, false));
        session = SessionCoordinator.builder()
                .hooks(hooks)
                .approvalStore(store)
                .audit(this::record)
                .channels(List.of(pending -> {
                    offered.add(pending);
                    return () -> {
                        if (pending.decision() == null) {
                            mistakes.add("closed before the decision was set");
                        }
                    };
                }))
                .build();
    }

    /** Takes its time where a question begins, so that the end of the session can come in between. */
    private void record(AuditRecord record) {
        records.add(record);
        if (record instanceof AuditRecord.ApprovalRequested asked
                && asked.request().hashCode() % 4 == 0) {
            LockSupport.parkNanos(Math.abs(asked.request().hashCode()) % 1_000_000);
        }
    }

    private void tell(EventData data, boolean granted) {
        told.computeIfAbsent(data.text("tool_call_id"), id -> new ConcurrentLinkedQueue<>())
                .add(granted);
    }

    /** Half of them only emit, the others want a permit and use it at once. */
    void ask(int number) {
        String id = "call-" + number;
        ToolCall call = new ToolCall(id, "Bash", EventData.of("n", number));
        boolean late = ended;
        if (number % 2 == 0) {
            HookOutcome outcome = session.emit(
                    "tool:pre", EventData.of("tool_call_id", id, "tool_name", "Bash", "tool_input", call.input()));
            denied.put(id, outcome.denied());
            if (late && !outcome.denied()) {
                mistakes.add(id + " was granted after the end");
            }
            return;
        }
        ToolGate gate = session.permitTool(call);
        gates.put(id, gate);
        if (gate instanceof ToolGate.Permitted permitted) {
            if (late) {
                mistakes.add(id + " was permitted after the end");
            }
            while (number % 4 == 3 && !ended) {
                Thread.yield(); // some come too late with it
            }
            redeem(permitted.permit());
        }
    }

    private void redeem(ToolPermit permit) {
        boolean late = ended;
        try {
            session.redeem(permit, "Bash");
            if (late) {
                mistakes.add(permit + " was redeemed after the end");
            }
        } catch (PermitException e) {
            if (!late
                    && !ended
                    && !session.cancellation().requested()
                    && !e.getMessage().contains("ended")) {
                mistakes.add("refused for no reason: " + e.getMessage());
            }
        }
    }

    void decide(int thread, SplittableRandom random) {
        for (PendingApproval pending : offered) {
            String option = random.nextBoolean() ? "Allow" : "Deny";
            String request = pending.request().id();
            boolean over = ended;
            switch (pending.decide(option, "voter-" + thread, pending.request().digest())) {
                case Receipt.Accepted(ApprovalDecision decision) -> {
                    accepted.computeIfAbsent(request, id -> new ConcurrentLinkedQueue<>())
                            .add(decision);
                    if (over) {
                        mistakes.add("an answer was accepted after the end");
                    }
                }
                case Receipt.AlreadyDecided(ApprovalDecision decision) ->
                    late.computeIfAbsent(request, id -> new ConcurrentLinkedQueue<>())
                            .add(decision);
                default -> mistakes.add("a good answer was neither accepted nor late");
            }
        }
    }

    void cancel() {
        session.cancellation().requestGraceful();
    }

    void end() {
        session.end();
        ended = true;
    }

    /** Returns how many requests a human decided. */
    int check(String where) {
        assertThat(mistakes).as(where).isEmpty();
        Map<String, Queue<ApprovalDecided>> byCall = new ConcurrentHashMap<>();
        for (AuditRecord record : records) {
            if (record instanceof ApprovalDecided decided) {
                byCall.computeIfAbsent(decided.toolCallId(), id -> new ConcurrentLinkedQueue<>())
                        .add(decided);
            }
        }
        int answered = 0;
        for (Map.Entry<String, Queue<ApprovalDecided>> one : byCall.entrySet()) {
            assertThat(one.getValue())
                    .as("decisions of %s in %s", one.getKey(), where)
                    .hasSize(1);
            answered += checked(one.getKey(), one.getValue().peek(), where);
        }
        assertThat(byCall.keySet()).as(where).containsExactlyInAnyOrderElementsOf(told.keySet());
        assertThat(store.pending(null, 100)).as(where).isEmpty();
        assertThat(session.permitTool("Bash", Map.of())).isInstanceOf(ToolGate.Refused.class);
        return answered;
    }

    private int checked(String call, ApprovalDecided decided, String where) {
        String what = call + " in " + where;
        assertThat(told.get(call)).as("events of %s", what).containsExactly(decided.granted());
        if (denied.containsKey(call)) {
            assertThat(denied.get(call)).as("outcome of %s", what).isEqualTo(!decided.granted());
        }
        switch (gates.get(call)) {
            case ToolGate.Permitted permitted ->
                assertThat(decided.granted()).as("permit of %s", what).isTrue();
            case ToolGate.Refused(String reason, HookOutcome outcome) -> {
                if (decided.granted()) {
                    assertThat(reason).as("refusal of %s", what).isEqualTo("The session has ended");
                } else {
                    assertThat(reason).as("refusal of %s", what).isEqualTo(decided.reason());
                }
            }
            case null, default -> {}
        }
        Queue<ApprovalDecision> won = accepted.getOrDefault(decided.request(), new ConcurrentLinkedQueue<>());
        boolean answered = decided.how().equals("answered");
        assertThat(won).as("accepted answers of %s", what).hasSize(answered ? 1 : 0);
        assertThat(won).allSatisfy(it -> assertThat(it.decidedBy()).isEqualTo(decided.decidedBy()));
        assertThat(late.getOrDefault(decided.request(), new ConcurrentLinkedQueue<>()))
                .as("late answers of %s", what)
                .allSatisfy(it -> {
                    assertThat(it.decidedBy()).isEqualTo(decided.decidedBy());
                    assertThat(it.granted()).isEqualTo(decided.granted());
                });
        return answered ? 1 : 0;
    }
}
