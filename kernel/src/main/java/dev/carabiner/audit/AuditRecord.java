package dev.carabiner.audit;

import dev.carabiner.event.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One thing that happened in a session. Every record is data: {@link EventData#of(Record)} turns it into JSON shape. */
public sealed interface AuditRecord {

    /** The id of the session. */
    String session();

    /** When it happened, by the clock of the session. */
    Instant time();

    /** Whose doing it was: a hook's name, a person's channel, a tool, or the kernel. */
    String actor();

    /** The kind of record, as a log names it. */
    default String type() {
        return switch (this) {
            case Emitted emitted -> "emit";
            case Injected injected -> "injection";
            case ApprovalRequested requested -> "approval_request";
            case ApprovalDecided decided -> "approval_decision";
            case PermitMinted minted -> "permit_minted";
            case PermitUsed used -> "permit_used";
            case MessageShown shown -> "message";
            case OutputCaught caught -> "output";
            case PortFailed failed -> "port_failure";
        };
    }

    /** An emit: what was decided, on which data, and what each handler did. */
    record Emitted(
            String session, Instant time, String event, String action, String reason, EventData data, List<Run> runs)
            implements AuditRecord {

        @Override
        public String actor() {
            return "kernel";
        }
    }

    /** One handler's part in an emit. The failure is null when the handler gave a result. */
    record Run(
            String hook,
            int priority,
            String action,
            long elapsedNanos,
            @Nullable String failure) {

        /** The same with the time as a duration. */
        public static Run of(String hook, int priority, String action, Duration elapsed, @Nullable String failure) {
            return new Run(hook, priority, action, elapsed.toNanos(), failure);
        }
    }

    /** What became of text that a hook wanted in the conversation. */
    record Injected(
            String session,
            Instant time,
            String actor,
            String event,
            String role,
            boolean ephemeral,
            int bytes,
            int tokens,
            Fate fate)
            implements AuditRecord {

        /** Whether it got in, and if not, why. */
        public enum Fate {
            ADDED,
            EMPTY,
            TOO_LARGE,
            OVER_BUDGET,
            DENIED_WITH_EVENT,
            /** The event waits for a human; the hook is asked again when it comes again. */
            POSTPONED,
            /** It came after the end of the session. */
            SESSION_ENDED,
            FAILED
        }
    }

    /** A question that a human is about to be asked. The call is null where no tool call brought it. */
    record ApprovalRequested(
            String session,
            Instant time,
            String actor,
            String request,
            String event,
            String tool,
            String prompt,
            List<String> options,
            long timeoutMs,
            String byDefault,
            String digest,
            @Nullable String toolCallId)
            implements AuditRecord {

        /** A question that is not about a call with an id. */
        public ApprovalRequested(
                String session,
                Instant time,
                String actor,
                String request,
                String event,
                String tool,
                String prompt,
                List<String> options,
                long timeoutMs,
                String byDefault,
                String digest) {
            this(session, time, actor, request, event, tool, prompt, options, timeoutMs, byDefault, digest, null);
        }
    }

    /**
     * How a question ended.
     *
     * @param decidedBy the person, the named system, the rule or the part of the kernel; the same as the actor
     * @param channel by which way the answer came; empty if it did not come by one
     */
    record ApprovalDecided(
            String session,
            Instant time,
            String actor,
            String request,
            String hook,
            String event,
            String tool,
            boolean granted,
            String how,
            @Nullable String option,
            @Nullable String rule,
            String reason,
            String digest,
            String decidedBy,
            String channel,
            @Nullable String toolCallId)
            implements AuditRecord {

        /** A decision by the actor itself, by no channel, not about a call with an id. */
        public ApprovalDecided(
                String session,
                Instant time,
                String actor,
                String request,
                String hook,
                String event,
                String tool,
                boolean granted,
                String how,
                @Nullable String option,
                @Nullable String rule,
                String reason,
                String digest) {
            this(
                    session, time, actor, request, hook, event, tool, granted, how, option, rule, reason, digest, actor,
                    "", null);
        }
    }

    record PermitMinted(
            String session,
            Instant time,
            String actor,
            String permit,
            String tool,
            String digest,
            @Nullable String toolCallId)
            implements AuditRecord {

        /** A permit for a call without an id. */
        public PermitMinted(String session, Instant time, String actor, String permit, String tool, String digest) {
            this(session, time, actor, permit, tool, digest, null);
        }
    }

    record PermitUsed(
            String session,
            Instant time,
            String actor,
            String permit,
            String tool,
            String digest,
            @Nullable String toolCallId)
            implements AuditRecord {

        /** A permit for a call without an id. */
        public PermitUsed(String session, Instant time, String actor, String permit, String tool, String digest) {
            this(session, time, actor, permit, tool, digest, null);
        }
    }

    record MessageShown(String session, Instant time, String actor, String event, String level, String text)
            implements AuditRecord {}

    /** What a hook wrote to the standard streams; suppressed output is here and nowhere else. */
    record OutputCaught(String session, Instant time, String actor, String event, boolean suppressed, String text)
            implements AuditRecord {}

    /** A port threw. The actor is the port. */
    record PortFailed(String session, Instant time, String actor, String event, String error) implements AuditRecord {}
}
