package dev.carabiner.engine.explain;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The handlers' runs of a recorded emit. What a failure was taken for is not on record; it follows from what the emit came
 * to, mostly.
 */
final class RecordedRuns {

    private static final String FAILURE = "failure";

    /**
     * One run.
     *
     * @param action what it counted as; {@code failure} if that cannot be told
     * @param isAgain whether it replaces an earlier one
     */
    record Run(EventData data, String hook, long priority, String action, boolean isAgain) {

        boolean isUnclear() {
            return action.equals(FAILURE);
        }

        boolean isFailed() {
            return ExplainedRecord.text(data, "action").equals(FAILURE);
        }
    }

    private final ExplainedRecord emit;
    private final List<ExplainedRecord> following;
    private final List<Run> all = new ArrayList<>();

    RecordedRuns(ExplainedRecord emit, List<ExplainedRecord> following) {
        this.emit = emit;
        this.following = following;
        boolean isFirst = true;
        for (EventData each : emit.objects("runs")) {
            String hook = ExplainedRecord.text(each, "hook");
            boolean isAgain = Boolean.TRUE.equals(each.get("again"));
            isFirst &= !hook.equals(emit.text("decided_by"));
            all.add(new Run(
                    each, hook, ExplainedRecord.number(each, "priority"), action(each, hook, isFirst), isAgain));
        }
    }

    List<Run> all() {
        return all;
    }

    /** Those that count: of a handler that was called again, the second. */
    List<Run> standing() {
        Deque<Run> again = new ArrayDeque<>(all.stream().filter(Run::isAgain).toList());
        List<Run> standing = new ArrayList<>();
        for (Run run : all) {
            Run second = again.peek();
            if (run.isAgain()) {
                continue;
            }
            boolean isReplaced =
                    second != null && second.hook().equals(run.hook()) && second.priority() == run.priority();
            standing.add(isReplaced ? again.remove() : run);
        }
        standing.addAll(again); // for the final data only
        return standing;
    }

    /** @param isFirst whether it comes before the handler that decided, which is the first that asked if none denied */
    private String action(EventData run, String hook, boolean isFirst) {
        String said = ExplainedRecord.text(run, "action");
        if (!said.equals(FAILURE)) {
            return said;
        }
        String emitted = emit.text("action");
        boolean denied = emitted.equals(Action.DENY.literal());
        boolean asks = emitted.equals(Action.ASK_USER.literal());
        if (hook.equals(emit.text("decided_by")) && (denied || asks)) {
            return emitted;
        }
        boolean asked = following.stream()
                .anyMatch(it -> it.isA("approval_request") && it.actor().equals(hook));
        if (asked) {
            return Action.ASK_USER.literal();
        }
        return denied || (asks && !isFirst) ? FAILURE : Action.CONTINUE.literal();
    }

    List<EventData> json() {
        Deque<ExplainedRecord> outputs = new ArrayDeque<>(
                following.stream().filter(it -> it.isA("output")).toList());
        List<EventData> json = new ArrayList<>();
        for (Run run : all) {
            ExplainedRecord next = outputs.peek();
            boolean isOwn = next != null && next.actor().equals(run.hook());
            String output = isOwn ? outputs.remove().text("text") : "";
            json.add(ExplanationFields.run(
                    run.hook(),
                    run.priority(),
                    run.action(),
                    reason(run),
                    ExplainedRecord.text(run.data(), "because"),
                    failure(run),
                    run.isAgain(),
                    ExplainedRecord.number(run.data(), "elapsed_nanos") / 1e9,
                    output));
        }
        return json;
    }

    private static String reason(Run run) {
        String reason = ExplainedRecord.text(run.data(), "reason");
        if (run.isFailed()) {
            return message(run);
        }
        return reason.isEmpty() ? ExplainedRecord.text(run.data(), "prompt") : reason;
    }

    /** On record, the kind stands before the message. */
    private static String message(Run run) {
        String failure = ExplainedRecord.text(run.data(), FAILURE);
        int colon = failure.indexOf(": ");
        return colon < 0 ? failure : failure.substring(colon + 2);
    }

    private static @Nullable EventData failure(Run run) {
        if (!run.isFailed()) {
            return null;
        }
        String failure = ExplainedRecord.text(run.data(), FAILURE);
        int colon = failure.indexOf(": ");
        String kind = colon < 0 ? "exception" : failure.substring(0, colon).toLowerCase(Locale.ROOT);
        String policy = run.isUnclear() ? null : run.action().equals("ask_user") ? "ask" : run.action();
        return ExplanationFields.failure(kind, message(run), policy);
    }
}
