package dev.carabiner.audit;

import dev.carabiner.event.EventData;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened in a session. Immutable. Every record is data: {@link EventData#of(Record)} turns it into JSON
 * shape. All kinds stand in one file: together they are the table of what a log can hold.
 */
public sealed interface AuditRecord {

    /** The id of the session. */
    String session();

    /** When it happened, by the clock of the session. */
    Instant time();

    /** Whose doing it was: a hook's name, a person, a rule, a tool, or the kernel. */
    String actor();

    /** The id of the emit that it followed from; for the emit's own record its id. Empty if it followed from none. */
    String emit();

    /** The kind of record, as a log names it. */
    default String type() {
        return switch (this) {
            case Emitted emitted -> "emit";
            case Streamed streamed -> "stream";
            case Denied denied -> "denial";
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

    /**
     * An emit: on which data it was decided, what each handler did, and what the handlers came to. Written before any
     * question is asked, so a denial by a human, a rule or a timeout is in a later {@link Denied}.
     *
     * @param parent the emit that this one came out of: that of {@code tool:pre} for {@code tool:post}, of the asking emit
     *     for {@code approval:*}, of the handler's emit for one of its own; empty if it came out of none
     * @param decidedBy the handler that denied, asked first or injected first; empty if none did
     * @param data as they came in, with the default fields and after the maskers
     * @param edit what a human made of the input of the parent, for an emit in which the hooks judge that; else null
     * @param changes what handlers made of the data, in running order
     * @param skipped the handlers that were registered and did not run
     */
    record Emitted(
            String session,
            Instant time,
            String emit,
            String parent,
            String event,
            String action,
            String reason,
            String decidedBy,
            EventData data,
            @Nullable RecordedChange edit,
            List<RecordedChange> changes,
            List<RecordedRun> runs,
            List<SkippedRun> skipped)
            implements AuditRecord {

        /** An emit without an id, in which nothing was changed and every handler ran. */
        public Emitted(
                String session,
                Instant time,
                String event,
                String action,
                String reason,
                EventData data,
                List<RecordedRun> runs) {
            this(session, time, "", "", event, action, reason, "", data, null, List.of(), List.copyOf(runs), List.of());
        }

        @Override
        public String actor() {
            return "kernel";
        }
    }

    /**
     * The pieces of one block of a streamed answer, told in one record when the block is complete. A piece that a handler
     * answered to has an {@link Emitted} of its own besides.
     *
     * @param emit the first piece's
     * @param index the block's
     * @param pieces how many there were
     * @param bytes how many bytes of UTF-8 they have together
     * @param digest SHA-256 of these bytes, in hex
     */
    record Streamed(
            String session,
            Instant time,
            String emit,
            String parent,
            String event,
            long index,
            long pieces,
            long bytes,
            String digest)
            implements AuditRecord {

        @Override
        public String actor() {
            return "kernel";
        }
    }

    /**
     * That an operation was denied. There is one for each denial, by a hook, a rule, a human or the kernel.
     *
     * @param actor the hook, the human, {@code rule ID}, {@code timeout} or the part of the kernel that denied
     * @param emit what was denied; empty for a call after the end of its session, which is not emitted
     * @param by what kind of author that is: {@code hook}, {@code human}, {@code rule}, {@code timeout}, {@code failure},
     *     {@code cancellation}, {@code session_end} or {@code kernel}
     * @param request the approval request that was refused; null if it was none
     */
    record Denied(
            String session,
            Instant time,
            String actor,
            String emit,
            String event,
            String by,
            String reason,
            String tool,
            @Nullable String request,
            @Nullable String toolCallId)
            implements AuditRecord {}

    /** What became of text that a hook wanted in the conversation. The text is in the hook's {@link RecordedRun}. */
    record Injected(
            String session,
            Instant time,
            String actor,
            String event,
            String role,
            boolean ephemeral,
            int bytes,
            int tokens,
            Fate fate,
            String emit,
            @Nullable String toolCallId)
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
            @Nullable String toolCallId,
            String emit)
            implements AuditRecord {}

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
            @Nullable String toolCallId,
            String emit)
            implements AuditRecord {}

    /** The right to run a tool was given. */
    record PermitMinted(
            String session,
            Instant time,
            String actor,
            String permit,
            String tool,
            String digest,
            @Nullable String toolCallId,
            String emit)
            implements AuditRecord {}

    /** The right to run a tool was used, just before the tool ran. */
    record PermitUsed(
            String session,
            Instant time,
            String actor,
            String permit,
            String tool,
            String digest,
            @Nullable String toolCallId,
            String emit)
            implements AuditRecord {}

    /** A message to the user. */
    record MessageShown(
            String session,
            Instant time,
            String actor,
            String event,
            String level,
            String text,
            String emit,
            @Nullable String toolCallId)
            implements AuditRecord {

        /** One that followed from no emit with an id. */
        public MessageShown(String session, Instant time, String actor, String event, String level, String text) {
            this(session, time, actor, event, level, text, "", null);
        }
    }

    /** What a hook wrote to the standard streams; suppressed output is here and nowhere else. */
    record OutputCaught(
            String session,
            Instant time,
            String actor,
            String event,
            boolean suppressed,
            String text,
            String emit,
            @Nullable String toolCallId)
            implements AuditRecord {

        /** One that followed from no emit with an id. */
        public OutputCaught(String session, Instant time, String actor, String event, boolean suppressed, String text) {
            this(session, time, actor, event, suppressed, text, "", null);
        }
    }

    /** A port threw. The actor is the port. */
    record PortFailed(
            String session,
            Instant time,
            String actor,
            String event,
            String error,
            String emit,
            @Nullable String toolCallId)
            implements AuditRecord {}
}
