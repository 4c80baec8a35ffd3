package dev.carabiner.approval;

import dev.carabiner.event.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One question on its way to a human. Everything about it is fixed when it is made; only its decision comes later,
 * and only once: the first wins, whichever channel it came by.
 */
public final class ApprovalRequest {

    private final String id;
    private final String session;
    private final String event;
    private final Question question;
    private final EventData data;
    private final String digest;
    private final Instant created;
    private final CompletableFuture<ApprovalDecision> decision = new CompletableFuture<>();

    public ApprovalRequest(
            String id,
            String session,
            String event,
            Question question,
            EventData data,
            String digest,
            Instant created) {
        this.id = id;
        this.session = session;
        this.event = event;
        this.question = question;
        this.data = data;
        this.digest = digest;
        this.created = created;
    }

    /** The same question, not yet decided, as of that moment. */
    public ApprovalRequest createdAt(Instant moment) {
        return new ApprovalRequest(id, session, event, question, data, digest, moment);
    }

    public String id() {
        return id;
    }

    public String session() {
        return session;
    }

    /** The name of the hook that asks. */
    public String hook() {
        return question.author();
    }

    public String event() {
        return event;
    }

    public String prompt() {
        return question.prompt();
    }

    public List<String> options() {
        return question.options();
    }

    public Duration timeout() {
        return question.timeout();
    }

    /** What holds if nobody answers in time. */
    public Decision byDefault() {
        return question.byDefault();
    }

    /** Why the hook asks; empty if it does not say. */
    public String reason() {
        return question.reason();
    }

    /** The operation that is asked about, final: what runs if it is granted. */
    public EventData data() {
        return data;
    }

    /** Names {@link #data()}: SHA-256 over its canonical JSON, without the time of the event. */
    public String digest() {
        return digest;
    }

    public Instant created() {
        return created;
    }

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

    /** The tool's input; empty when the event is not about a tool. */
    public EventData toolInput() {
        EventData input = data.get("tool_input") instanceof Map ? data.object("tool_input") : null;
        return input == null ? EventData.empty() : input;
    }

    /**
     * Decides from outside the call to the approval system, as a web page or an API does.
     *
     * @param shownDigest the digest that was shown with the question; another one means that something else was shown
     * @return what became of it: a decision is accepted once, the later ones learn who was first
     */
    public Receipt decide(String option, String decidedBy, String shownDigest, Instant now) {
        Objects.requireNonNull(option, "the chosen option");
        Objects.requireNonNull(decidedBy, "who decided");
        if (!digest.equals(shownDigest)) {
            return new Receipt.OperationChanged(digest);
        }
        ApprovalDecision answer = GrantRule.answered(this, option, decidedBy, now);
        return settle(answer) ? new Receipt.Accepted(answer) : new Receipt.AlreadyDecided(decision.join());
    }

    /** The decision, once there is one. */
    public @Nullable ApprovalDecision decision() {
        return decision.getNow(null);
    }

    /** For the kernel: ends the request, unless it has ended. */
    public boolean settle(ApprovalDecision how) {
        return decision.complete(how);
    }

    /** For the kernel: waits until somebody has decided. */
    public ApprovalDecision await(Duration atMost) throws InterruptedException, TimeoutException {
        try {
            return decision.get(nanos(atMost), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("a decision never fails", e);
        }
    }

    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    /** What became of an attempt to decide. */
    public sealed interface Receipt {

        record Accepted(ApprovalDecision decision) implements Receipt {}

        /** Somebody was faster; the decision says who and when. */
        record AlreadyDecided(ApprovalDecision decision) implements Receipt {}

        /** The digest is not that of the operation waiting here, which must be shown anew. */
        record OperationChanged(String digest) implements Receipt {}
    }
}
