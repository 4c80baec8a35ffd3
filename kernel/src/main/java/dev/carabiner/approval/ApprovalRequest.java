package dev.carabiner.approval;

import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One question on its way to a human, with the operation that it is about. Nothing in it changes; its decision is made
 * in the {@link ApprovalStore}.
 *
 * @param id a name of its own, the same in every channel, event and record
 * @param session the session that asks
 * @param event the event during which the hook asked
 * @param question what the hook wants to be asked
 * @param data the operation, final: what runs if it is granted
 * @param digest names the operation, see {@link #digestOf}; a decision is bound to it
 * @param created when the question was first offered
 * @param votesNeeded how many different persons or systems must allow it; one denial is enough to deny it
 * @param approvers the names that may allow it; empty if any may. A denial counts under any name
 */
public record ApprovalRequest(
        String id,
        String session,
        String event,
        Question question,
        EventData data,
        String digest,
        Instant created,
        int votesNeeded,
        List<String> approvers) {

    public ApprovalRequest {
        Objects.requireNonNull(id, "the id of a request");
        Objects.requireNonNull(session, "the session of a request");
        Objects.requireNonNull(event, "the event of a request");
        Objects.requireNonNull(question, "the question of a request");
        Objects.requireNonNull(data, "the data of a request");
        Objects.requireNonNull(digest, "the digest of a request");
        Objects.requireNonNull(created, "the time of a request");
        approvers = List.copyOf(approvers);
        if (votesNeeded < 1) {
            throw new IllegalArgumentException("A request needs " + votesNeeded + " votes, expected one or more");
        }
        if (!approvers.isEmpty() && approvers.stream().distinct().count() < votesNeeded) {
            throw new IllegalArgumentException(
                    "A request needs " + votesNeeded + " votes, and only " + approvers + " may allow it");
        }
    }

    /** A request that one answer decides. */
    public ApprovalRequest(
            String id,
            String session,
            String event,
            Question question,
            EventData data,
            String digest,
            Instant created) {
        this(id, session, event, question, data, digest, created, 1, List.of());
    }

    /**
     * The digest of an operation: SHA-256 over the canonical JSON of its data without session, time and id of the call,
     * so that the same operation has the same digest whenever it is asked about.
     *
     * @throws dev.carabiner.event.InvalidEventDataException if the data have no canonical form
     */
    public static String digestOf(EventData data) {
        return CanonicalJson.digest(
                data.without("session_id").without("timestamp").without("tool_call_id"));
    }

    /** The same request, as of that moment. */
    public ApprovalRequest createdAt(Instant moment) {
        return new ApprovalRequest(id, session, event, question, data, digest, moment, votesNeeded, approvers);
    }

    /** The same request, to be allowed by so many. */
    public ApprovalRequest needing(int votes) {
        return new ApprovalRequest(id, session, event, question, data, digest, created, votes, approvers);
    }

    /** The same request, to be allowed by so many of these names. */
    public ApprovalRequest needing(int votes, List<String> names) {
        return new ApprovalRequest(id, session, event, question, data, digest, created, votes, names);
    }

    /** The name of the hook that asks. */
    public String hook() {
        return question.author();
    }

    /** What the human is asked. */
    public String prompt() {
        return question.prompt();
    }

    /** What the human may choose from, in the order in which it is offered. */
    public List<String> options() {
        return question.options();
    }

    /** How long the kernel waits for the decision. */
    public Duration timeout() {
        return question.timeout();
    }

    /** What holds if the time passes without an answer. */
    public Decision byDefault() {
        return question.byDefault();
    }

    /** Why the hook asks; empty if it does not say. */
    public String reason() {
        return question.reason();
    }

    /** How far "Allow always" reaches, if the hook says; empty for exactly this operation. */
    public String scope() {
        return question.scope();
    }

    /** When the time for an answer is over. */
    public Instant expires() {
        return created.plus(timeout());
    }

    /** What a human is to be shown. */
    public OperationText shown() {
        return new OperationText(this);
    }

    /** The tool concerned; empty when the event is not about one. */
    public String tool() {
        return data.get("tool_name") instanceof String name ? name : "";
    }

    /** Whether the operation has a tool's input, which a human may edit. */
    public boolean hasToolInput() {
        return data.get("tool_input") instanceof Map;
    }

    /** The tool's input; empty when the event is not about a tool. */
    public EventData toolInput() {
        EventData input = hasToolInput() ? data.object("tool_input") : null;
        return input == null ? EventData.empty() : input;
    }

    /** The input that such a decision puts in the place of the tool's own; null for none, or for one that is the same. */
    public @Nullable EventData editedBy(ApprovalDecision decision) {
        return edited(decision.input());
    }

    /** What was handed in as an edited input, if it differs from the tool's own; null for none, or for the same. */
    @Nullable
    EventData edited(@Nullable EventData handedIn) {
        return handedIn == null || handedIn.sameJsonAs(toolInput()) ? null : handedIn;
    }

    /** The id and what it is about, without the data: these may be large, and are not for logs. */
    @Override
    public String toString() {
        return "ApprovalRequest[" + id + " of " + hook() + " during " + event + "]";
    }
}
