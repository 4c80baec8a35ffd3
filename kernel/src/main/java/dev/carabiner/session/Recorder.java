package dev.carabiner.session;

import dev.carabiner.audit.AuditFailurePolicy;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.PortFailed;
import dev.carabiner.audit.AuditRecord.Run;
import dev.carabiner.display.Trouble;
import dev.carabiner.display.VisibleText;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookFailure;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import java.lang.System.Logger;
import java.time.Clock;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The session's hand on its audit log: what it writes, and what holds when that fails. */
final class Recorder {

    private static final Logger LOG = System.getLogger(SessionCoordinator.class.getName());

    private final String session;
    private final AuditLog log;
    private final AuditFailurePolicy onFailure;
    private final Clock clock;

    Recorder(String session, AuditLog log, AuditFailurePolicy onFailure, Clock clock) {
        this.session = session;
        this.log = log;
        this.onFailure = onFailure;
        this.clock = clock;
    }

    String session() {
        return session;
    }

    Instant now() {
        return clock.instant();
    }

    /** Returns null if the record is safe or need not be, else why nothing may be permitted on the strength of it. */
    @Nullable
    String append(AuditRecord record) {
        try {
            log.append(record);
            return null;
        } catch (Throwable e) {
            Trouble.rethrowIfFatal(e);
            String problem = Trouble.inWords(e);
            LOG.log(
                    Logger.Level.ERROR,
                    () -> "The audit log of session " + VisibleText.inOneLine(session) + " failed: " + problem);
            boolean fatal = log.durable() && onFailure == AuditFailurePolicy.DENY;
            return fatal ? "Audit log failed: " + problem : null;
        }
    }

    /** Calls a port. If it throws, that is on the record and otherwise without effect; returns whether it went well. */
    boolean call(String port, String event, Runnable action) {
        try {
            action.run();
            return true;
        } catch (Throwable e) {
            Trouble.rethrowIfFatal(e);
            portFailed(port, event, e);
            return false;
        }
    }

    void portFailed(String port, String event, Throwable problem) {
        String error = Trouble.inWords(problem);
        LOG.log(Logger.Level.ERROR, () -> port + " failed during " + event + ": " + error);
        append(new PortFailed(session, now(), port, event, error));
    }

    @Nullable
    String emitted(HookOutcome outcome, Instant time) {
        List<Run> runs = new Runs(outcome.runs());
        String action = outcome.action().literal();
        return append(new Emitted(session, time, outcome.event(), action, outcome.reason(), outcome.data(), runs));
    }

    /** Written out by a log that keeps them, and by no other. */
    private static final class Runs extends AbstractList<Run> {

        private final List<HandlerRun> runs;

        Runs(List<HandlerRun> runs) {
            this.runs = runs;
        }

        @Override
        public Run get(int at) {
            return run(runs.get(at));
        }

        @Override
        public int size() {
            return runs.size();
        }
    }

    private static Run run(HandlerRun run) {
        HookResult result = run.result();
        HookFailure failure = run.failure();
        String action = result == null ? "failure" : result.action().literal();
        String problem = failure == null ? null : name(failure.kind()) + ": " + failure.getMessage();
        return Run.of(run.name(), run.priority(), action, run.elapsed(), problem);
    }

    static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
