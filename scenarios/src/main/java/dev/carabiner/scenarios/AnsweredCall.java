package dev.carabiner.scenarios;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.context.ToolCall;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.scenarios.Scenario.ScriptedAnswer;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolGate;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** An operation whose questions a person answers. A tool call gets its permit, which is not used: nothing is run. */
final class AnsweredCall {

    private final Scenario.CallCase call;
    private final List<ScriptedAnswer> answers;
    private final Bundle bundle;
    private final ModuleCatalog catalog;
    private final Set<String> reached;

    AnsweredCall(
            Scenario.CallCase call,
            List<ScriptedAnswer> answers,
            Bundle bundle,
            ModuleCatalog catalog,
            Set<String> reached) {
        this.call = call;
        this.answers = answers;
        this.bundle = bundle;
        this.catalog = catalog;
        this.reached = reached;
    }

    /** Puts it before the policy, and returns why it came out as it did. */
    String run(Workplace place, TestClock clock, List<Mismatch> mismatches) {
        ApprovalStore store = ApprovalStore.inMemory(clock);
        ScriptedPerson person = new ScriptedPerson(answers, store, clock);
        try (Engine engine = PolicyUnderTest.engine(catalog, clock, PolicyUnderTest.newWarnings())
                        .approvals(person)
                        .approvalStore(store)
                        .with(bundle);
                EngineSession session = engine.session("scenario", place.directory())
                        .captureOutput()
                        .confinesTools()
                        .mount()) {
            HookOutcome outcome = outcome(session.coordinator());
            outcome.runs().forEach(run -> reached.add(run.name()));
            List<ApprovalRequest> asked = person.asked();
            String by = by(outcome, asked);
            call.expect()
                    .check(
                            "",
                            Actual.of(outcome, Actual.action(outcome), by, outcome.reason(), Actual.asked(asked)),
                            mismatches);
            mismatches.addAll(person.mistakes());
            return Words.because(outcome, by, outcome.reason());
        }
    }

    private HookOutcome outcome(SessionCoordinator session) {
        EventData data = call.operation().data();
        String tool = data.text("tool_name");
        if (!call.operation().event().equals("tool:pre") || tool == null) {
            return session.emit(call.operation().event(), data);
        }
        EventData input = Objects.requireNonNullElse(data.object("tool_input"), EventData.empty());
        return switch (session.permitTool(new ToolCall("call-1", tool, input))) {
            case ToolGate.Permitted permitted -> permitted.outcome();
            case ToolGate.Refused refused -> refused.outcome();
        };
    }

    /** A denial without a handler of its own is the answer to the last question. */
    private static String by(HookOutcome outcome, List<ApprovalRequest> asked) {
        String by = outcome.decidedBy();
        return by.isEmpty() && outcome.denied() && !asked.isEmpty()
                ? asked.getLast().hook()
                : by;
    }
}
