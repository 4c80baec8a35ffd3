package dev.carabiner.engine.explain;

import dev.carabiner.engine.explain.RecordedRuns.Run;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which handlers alone would have changed what a recorded emit came to, as far as the record proves it. It does not where a
 * handler changed the data that others have judged, or stood in front of some that were not called.
 */
final class RecordedFlips {

    private static final List<Action> STRONGEST_FIRST = List.of(Action.DENY, Action.ASK_USER, Action.INJECT_CONTEXT);

    private final ExplainedRecord emit;
    private final Set<String> changed;
    private final boolean othersStoppedShort;
    private final List<EventData> proved = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();

    RecordedFlips(ExplainedRecord emit, RecordedRuns runs) {
        this.emit = emit;
        List<Run> standing = runs.standing();
        this.changed = emit.objects("changes").stream()
                .map(it -> ExplainedRecord.text(it, "by"))
                .collect(Collectors.toSet());
        this.othersStoppedShort = emit.objects("skipped").stream()
                .anyMatch(it -> ExplainedRecord.text(it, "why").startsWith("after the "));
        for (int place = 0; place < standing.size(); place++) {
            List<Run> others = new ArrayList<>(standing);
            judge(others.remove(place), others);
        }
    }

    /** The handlers without which it would have come to something else, and to what. */
    List<EventData> proved() {
        return proved;
    }

    /** The handlers of which the record does not tell. */
    List<String> unknown() {
        return unknown.stream().distinct().toList();
    }

    private void judge(Run run, List<Run> others) {
        if (changed.contains(run.hook()) || run.isUnclear()) {
            unknown.add(run.hook());
        } else if (isDenied()) {
            judgeDenied(run, others);
        } else if (others.stream().anyMatch(Run::isUnclear)) {
            unknown.add(run.hook());
        } else {
            compare(run, others);
        }
    }

    /** Without a handler that did not deny, the denial stays; without the one that did, others would have been called. */
    private void judgeDenied(Run run, List<Run> others) {
        boolean isDenier =
                run.action().equals(Action.DENY.literal()) && run.hook().equals(emit.text("decided_by"));
        if (!isDenier) {
            return;
        }
        if (othersStoppedShort || run.isAgain() || others.stream().anyMatch(Run::isUnclear)) {
            unknown.add(run.hook());
        } else {
            compare(run, others);
        }
    }

    private void compare(Run run, List<Run> others) {
        Run first = strongest(others);
        String action = first == null ? Action.CONTINUE.literal() : first.action();
        if (!action.equals(emit.text("action"))) {
            proved.add(ExplanationFields.flip(run.hook(), run.priority(), action, first == null ? "" : first.hook()));
        }
    }

    private static @Nullable Run strongest(List<Run> runs) {
        return STRONGEST_FIRST.stream()
                .flatMap(action -> runs.stream().filter(it -> it.action().equals(action.literal())))
                .findFirst()
                .orElse(null);
    }

    private boolean isDenied() {
        return emit.text("action").equals(Action.DENY.literal());
    }
}
