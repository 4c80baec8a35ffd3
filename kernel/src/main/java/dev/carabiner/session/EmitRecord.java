package dev.carabiner.session;

import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.RecordedChange;
import dev.carabiner.audit.RecordedRun;
import dev.carabiner.audit.SkippedRun;
import dev.carabiner.event.EventData;
import dev.carabiner.event.PatchStep;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookFailure;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Modification;
import dev.carabiner.hook.Rejudgement;
import dev.carabiner.hook.SkippedHandler;
import java.util.AbstractList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the record of an emit from its outcome. */
final class EmitRecord {

    private EmitRecord() {}

    static Emitted of(String session, HookOutcome outcome, Emit emit) {
        List<RecordedChange> changes = changes(outcome.modifications());
        List<SkippedRun> skipped = skipped(outcome.skipped());
        return of(session, outcome, emit, outcome.incoming(), null, changes, new Runs(outcome.runs()), skipped);
    }

    /**
     * Of the judging of an edited input.
     *
     * @param outcome what the judging came to
     * @param edit what the human made of the data that were asked about
     */
    static Emitted of(String session, Rejudgement judged, HookOutcome outcome, Emit emit, RecordedChange edit) {
        Runs runs = new Runs(judged.runs());
        return of(session, outcome, emit, outcome.data(), edit, List.of(), runs, skipped(judged.skipped()));
    }

    private static Emitted of(
            String session,
            HookOutcome outcome,
            Emit emit,
            EventData data,
            @Nullable RecordedChange edit,
            List<RecordedChange> changes,
            Runs runs,
            List<SkippedRun> skipped) {
        return new Emitted(
                session,
                emit.time(),
                emit.id(),
                emit.parent(),
                outcome.event(),
                outcome.action().literal(),
                outcome.reason(),
                outcome.decidedBy(),
                data,
                edit,
                changes,
                runs,
                skipped);
    }

    private static List<RecordedChange> changes(List<Modification> modifications) {
        return modifications.isEmpty()
                ? List.of()
                : modifications.stream()
                        .map(made -> change(made.author(), made.before(), made.after()))
                        .toList();
    }

    private static List<SkippedRun> skipped(List<SkippedHandler> handlers) {
        return handlers.isEmpty()
                ? List.of()
                : handlers.stream()
                        .map(it -> new SkippedRun(it.name(), it.priority(), it.why()))
                        .toList();
    }

    /** Each is made when a log looks at it: a log that keeps nothing costs next to nothing. */
    private static final class Runs extends AbstractList<RecordedRun> {

        private final List<HandlerRun> runs;

        Runs(List<HandlerRun> runs) {
            this.runs = runs;
        }

        @Override
        public RecordedRun get(int at) {
            return run(runs.get(at));
        }

        @Override
        public int size() {
            return runs.size();
        }
    }

    static RecordedChange change(String author, EventData before, EventData after) {
        return new RecordedChange(author, PatchStep.between(before, after));
    }

    private static RecordedRun run(HandlerRun run) {
        HookResult result = run.result();
        HookFailure failure = run.failure();
        return new RecordedRun(
                run.name(),
                run.priority(),
                result == null ? "failure" : result.action().literal(),
                run.start().toNanos(),
                run.elapsed().toNanos(),
                failure == null ? null : Recorder.name(failure.kind()) + ": " + failure.getMessage(),
                run.again(),
                result == null ? "" : reason(result),
                result instanceof HookResult.AskUser question ? question.prompt() : "",
                result instanceof HookResult.InjectContext injection ? injection.text() : "",
                result == null ? "" : result.because());
    }

    private static String reason(HookResult result) {
        return switch (result) {
            case HookResult.Deny deny -> deny.reason();
            case HookResult.Modify modify -> modify.reason();
            case HookResult.AskUser question -> question.reason();
            case HookResult.InjectContext injection -> "";
            case HookResult.Continue proceed -> "";
        };
    }
}
