package dev.carabiner.engine.explain;

import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why an emit came to what it came to, told from its records alone: no hook is called. The JSON is that of an {@link
 * Explanation}, with {@code recorded} for what became of it; what no record says is null.
 */
public final class RecordedExplanation {

    private final String bundle;
    private final ExplainedRecord emit;
    private final List<ExplainedRecord> following;
    private final RecordedRuns runs;
    private final RecordedFlips flips;

    private RecordedExplanation(String bundle, ExplainedRecord emit, List<ExplainedRecord> following) {
        this.bundle = bundle;
        this.emit = emit;
        this.following = following;
        this.runs = new RecordedRuns(emit, following);
        this.flips = new RecordedFlips(emit, runs);
    }

    /**
     * The JSON, schema 1, described in {@code docs/explain.md}.
     *
     * @param bundle the policy's name and version, as in {@code team@3}; empty if no record says which it was
     * @param emit a record of the type {@code emit}
     * @param following the records that name it as their {@code emit}, in order
     * @param leftOut how many more of them there are
     */
    public static EventData json(String bundle, ExplainedRecord emit, List<ExplainedRecord> following, int leftOut) {
        RecordedExplanation it = new RecordedExplanation(bundle, emit, List.copyOf(following));
        return it.fields().json().with("recorded", it.recorded(leftOut));
    }

    private ExplanationFields fields() {
        RecordedPatches patches = patches();
        List<EventData> questions = questions();
        return new ExplanationFields(
                emit.text("event"),
                bundle,
                emit.text("action"),
                emit.text("reason"),
                emit.text("decided_by"),
                verdict(questions).toString(),
                objection(),
                withIdentity(patches.data()),
                injections(),
                questions,
                records("message").stream()
                        .map(it -> ExplanationFields.message(it.actor(), it.text("text"), it.text("level")))
                        .toList(),
                runs.json(),
                emit.objects("skipped").stream()
                        .map(it -> ExplanationFields.notRun(
                                ExplainedRecord.text(it, "hook"),
                                ExplainedRecord.number(it, "priority"),
                                ExplainedRecord.text(it, "why")))
                        .toList(),
                patches.modifications(),
                questions.isEmpty() ? 0 : null,
                flips.proved(),
                elapsed());
    }

    private List<ExplainedRecord> records(String type) {
        return following.stream().filter(it -> it.isA(type)).toList();
    }

    private RecordedPatches patches() {
        RecordedPatches patches = new RecordedPatches(ExplainedRecord.object(emit.data(), "data"));
        for (EventData change : emit.objects("changes")) {
            String by = ExplainedRecord.text(change, "by");
            long priority = runs.all().stream()
                    .filter(run -> run.hook().equals(by))
                    .mapToLong(RecordedRuns.Run::priority)
                    .findFirst()
                    .orElse(0);
            patches.add(by, priority, ExplainedRecord.objects(change, "patch"));
        }
        return patches;
    }

    private EventData withIdentity(EventData data) {
        EventData named = data.get("session_id") == null ? data.with("session_id", emit.session()) : data;
        return named.get("timestamp") == null ? named.with("timestamp", emit.time()) : named;
    }

    private List<EventData> injections() {
        List<ExplainedRecord> told = new ArrayList<>(records("injection"));
        List<EventData> all = new ArrayList<>();
        for (RecordedRuns.Run run : runs.standing()) {
            if (run.action().equals("inject_context")) {
                ExplainedRecord fate = removeFirst(told, run.hook());
                all.add(ExplanationFields.injection(
                        run.hook(),
                        ExplainedRecord.text(run.data(), "text"),
                        fate == null ? null : fate.text("role"),
                        fate == null ? null : fate.data().get("ephemeral"),
                        null));
            }
        }
        return all;
    }

    private static @Nullable ExplainedRecord removeFirst(List<ExplainedRecord> records, String actor) {
        for (ExplainedRecord each : records) {
            if (each.actor().equals(actor)) {
                records.remove(each);
                return each;
            }
        }
        return null;
    }

    private List<EventData> questions() {
        List<ExplainedRecord> requests = new ArrayList<>(records("approval_request"));
        List<EventData> decisions = new ArrayList<>(answers());
        List<EventData> all = new ArrayList<>();
        for (RecordedRuns.Run run : runs.standing()) {
            if (run.action().equals("ask_user")) {
                ExplainedRecord request = removeFirst(requests, run.hook());
                all.add(question(run, request, removeDecision(decisions, run.hook())));
            }
        }
        return all;
    }

    private static @Nullable EventData removeDecision(List<EventData> decisions, String hook) {
        for (EventData each : decisions) {
            if (hook.equals(each.get("hook"))) {
                decisions.remove(each);
                return each;
            }
        }
        return null;
    }

    private static EventData question(
            RecordedRuns.Run run, @Nullable ExplainedRecord request, @Nullable EventData answer) {
        String prompt = ExplainedRecord.text(run.data(), "prompt");
        EventData ruling = answer != null && "rule".equals(answer.get("how")) ? answer : null;
        return ExplanationFields.question(
                run.hook(),
                prompt.isEmpty() && request != null ? request.text("prompt") : prompt,
                request == null ? null : request.data().get("options"),
                request == null ? null : ExplainedRecord.number(request.data(), "timeout_ms") / 1e3,
                request == null ? null : request.data().get("by_default"),
                ExplainedRecord.text(run.data(), "reason"),
                null,
                ruling == null ? null : ExplainedRecord.text(ruling, "rule"),
                ruling == null ? null : Boolean.TRUE.equals(ruling.get("granted")) ? "allow" : "deny");
    }

    /** What was left when the rules had answered. */
    private PolicyVerdict verdict(List<EventData> questions) {
        boolean denied = emit.text("action").equals("deny")
                || questions.stream().anyMatch(it -> "deny".equals(it.get("rule_decision")));
        if (denied) {
            return PolicyVerdict.DENY;
        }
        return questions.stream().anyMatch(it -> it.get("rule_decision") == null)
                ? PolicyVerdict.ASK
                : PolicyVerdict.PASS;
    }

    /** Why the session itself refused it although no handler did. */
    private @Nullable String objection() {
        boolean own =
                emit.text("action").equals("deny") && emit.text("decided_by").isEmpty();
        return own ? emit.text("reason") : null;
    }

    /** Until the last handler had answered. */
    private double elapsed() {
        return runs.all().stream()
                        .map(RecordedRuns.Run::data)
                        .mapToLong(run -> ExplainedRecord.number(run, "start_nanos")
                                + ExplainedRecord.number(run, "elapsed_nanos"))
                        .max()
                        .orElse(0)
                / 1e9;
    }

    private EventData recorded(int leftOut) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("session", emit.session());
        json.put("seq", emit.seq());
        json.put("time", emit.time());
        json.put("emit", emit.text("emit"));
        json.put("parent", emit.text("parent"));
        json.put("edit", emit.data().get("edit"));
        json.put("answers", answers());
        json.put(
                "denials",
                records("denial").stream()
                        .map(it -> EventData.of(
                                "by", it.text("by"), "actor", it.actor(), "reason", it.text("reason"), "seq", it.seq()))
                        .toList());
        json.put("permit", permit());
        json.put("flips_unknown", flips.unknown());
        json.put("left_out", leftOut);
        return EventData.of(json);
    }

    private List<EventData> answers() {
        return records("approval_decision").stream()
                .map(it -> EventData.of(
                        "hook",
                        it.text("hook"),
                        "granted",
                        Boolean.TRUE.equals(it.data().get("granted")),
                        "how",
                        it.text("how"),
                        "option",
                        it.data().get("option"),
                        "rule",
                        it.data().get("rule"),
                        "reason",
                        it.text("reason"),
                        "decided_by",
                        Objects.requireNonNullElse(it.data().get("decided_by"), it.actor()),
                        "channel",
                        it.text("channel"),
                        "time",
                        it.time(),
                        "seq",
                        it.seq()))
                .toList();
    }

    /** The right to run the tool: null if none was given. */
    private @Nullable String permit() {
        if (!records("permit_used").isEmpty()) {
            return "used";
        }
        return records("permit_minted").isEmpty() ? null : "minted";
    }
}
