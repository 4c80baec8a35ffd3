package dev.carabiner.engine;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.explain.Explanation;
import dev.carabiner.engine.explain.Judgement;
import dev.carabiner.engine.explain.RuleAnswer;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.ListedHandler;
import dev.carabiner.hook.Rehearsal;
import dev.carabiner.session.SessionCoordinator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A policy, mounted once, that any number of events are put before. Its hooks are called; no tool runs, no human is asked,
 * no rule is used up, nothing is recorded, injected, shown or remembered. What it says permits nothing.
 *
 * <p>Any thread may judge, several at once. It is made by {@link EngineSessionBuilder#judge}.
 */
public final class Judge implements AutoCloseable {

    private final Bundle bundle;
    private final SessionCoordinator coordinator;
    private final StandingAnswers rules;
    private final HookMounts mounts;

    Judge(Bundle bundle, SessionCoordinator coordinator, StandingAnswers rules, HookMounts mounts) {
        this.bundle = bundle;
        this.coordinator = coordinator;
        this.rules = rules;
        this.mounts = mounts;
    }

    /** What is in force. */
    public Bundle bundle() {
        return bundle;
    }

    /** Every handler of the policy, in running order. */
    public List<ListedHandler> handlers() {
        return coordinator.hooks().handlers();
    }

    /**
     * What the policy says about a tool call before it runs.
     *
     * @param input what the tool would be given
     */
    public Judgement call(String tool, EventData input) {
        return judge("tool:pre", EventData.of("tool_name", tool, "tool_input", input));
    }

    /**
     * What the policy says about an event. Handlers run on this thread, as in an emit; a question is left open, and with
     * it comes what the standing rules would answer.
     *
     * @throws dev.carabiner.event.InvalidEventNameException if the name is malformed, or a pattern
     */
    public Judgement judge(String event, EventData data) {
        return judgement(coordinator.judge(event, data));
    }

    /** The same with all the reasons. Takes longer: what would be without one handler or another is found out too. */
    public Explanation explain(String event, EventData data) {
        long began = System.nanoTime();
        Rehearsal rehearsal = coordinator.rehearse(event, data);
        Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
        return Explanation.of(
                bundle.name() + "@" + bundle.version(),
                judgement(rehearsal.outcome()),
                elapsed,
                rehearsal,
                handlers(),
                rules.count());
    }

    private Judgement judgement(HookOutcome outcome) {
        List<RuleAnswer> answers = outcome.denied()
                ? List.of()
                : outcome.questions().stream()
                        .map(question -> answer(question, outcome))
                        .toList();
        return new Judgement(outcome, answers, coordinator.objectionTo(outcome));
    }

    private RuleAnswer answer(Question question, HookOutcome outcome) {
        EventData data = outcome.data();
        ApprovalRequest request = new ApprovalRequest(
                "judged",
                coordinator.sessionId(),
                outcome.event(),
                question,
                data,
                ApprovalRequest.digestOf(data),
                Instant.EPOCH);
        return switch (rules.foresee(request)) {
            case Ruling.Allowed(String id) -> new RuleAnswer(question.author(), Decision.ALLOW, id);
            case Ruling.Denied(String id) -> new RuleAnswer(question.author(), Decision.DENY, id);
            case Ruling.None none -> new RuleAnswer(question.author(), null, "");
        };
    }

    /** Unmounts the hooks. May be called twice. */
    @Override
    public void close() {
        coordinator.end();
        mounts.close();
    }
}
