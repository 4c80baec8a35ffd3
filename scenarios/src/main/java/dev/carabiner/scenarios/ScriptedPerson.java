package dev.carabiner.scenarios;

import dev.carabiner.approval.Answer;
import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.event.EventData;
import dev.carabiner.scenarios.Scenario.ScriptedAnswer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * The person of a case: gives the answers of the file, in order, and after the last one none. How long an answer takes
 * passes on the test's clock, and so does the time in which none comes.
 */
final class ScriptedPerson implements ApprovalSystem {

    private static final String NAME = "scenario";

    private final Deque<ScriptedAnswer> answers;
    private final ApprovalStore store;
    private final TestClock clock;
    private final List<ApprovalRequest> asked = new ArrayList<>();
    private final List<Mismatch> mistakes = new ArrayList<>();

    ScriptedPerson(List<ScriptedAnswer> answers, ApprovalStore store, TestClock clock) {
        this.answers = new ArrayDeque<>(answers);
        this.store = store;
        this.clock = clock;
    }

    @Override
    public String requestApproval(ApprovalRequest request) {
        throw new UnsupportedOperationException("this person answers by itself");
    }

    @Override
    public String name() {
        return NAME;
    }

    /** On the kernel's thread for this question, one question after another. */
    @Override
    public void answer(PendingApproval pending) {
        ApprovalRequest request = pending.request();
        asked.add(request);
        ScriptedAnswer next = answers.poll();
        Duration timeout = request.timeout();
        if (next == null || next.after().compareTo(timeout) >= 0) {
            clock.advance(timeout);
            store.cancel(request.id(), ApprovalDecision.How.TIMEOUT, "");
            return;
        }
        if (!request.options().contains(next.option())) {
            mistakes.add(new Mismatch(
                    "answers",
                    "one of " + String.join(", ", request.options()) + " to " + request.hook(),
                    next.option()));
        }
        clock.advance(next.after());
        Answer given = Answer.of(next.option(), NAME, request.digest()).reason(next.reason());
        pending.decide(next.input() == null ? given : given.input(edited(request.toolInput(), next.input())));
    }

    /** The input with the fields that the person has changed. */
    private static EventData edited(EventData input, EventData changes) {
        EventData edited = input;
        for (Map.Entry<String, ?> change : changes.asMap().entrySet()) {
            edited = edited.with(change.getKey(), change.getValue());
        }
        return edited;
    }

    /** What was asked, in order. */
    List<ApprovalRequest> asked() {
        return List.copyOf(asked);
    }

    /** Answers that no question offers, and those that no question was for. */
    List<Mismatch> mistakes() {
        List<Mismatch> all = new ArrayList<>(mistakes);
        if (!answers.isEmpty()) {
            all.add(new Mismatch("answers", "as many questions as answers", answers.size() + " too many"));
        }
        return all;
    }
}
