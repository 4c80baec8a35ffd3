package dev.carabiner.session;

import dev.carabiner.approval.ApprovalStore.Execution;
import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The right to run one tool once, with exactly this input, in the session that minted it. Only
 * {@link SessionCoordinator#permitTool} makes one, and only {@link SessionCoordinator#redeem} spends it.
 */
public final class ToolPermit {

    private final String id;
    private final String sessionId;
    private final String toolName;
    private final EventData input;
    private @Nullable String digest; // made when it is asked for; any thread may make it, and it is the same text
    private final Emit emit;
    private final @Nullable Grants grants;
    private final SessionCoordinator issuer;
    private final AtomicBoolean spent = new AtomicBoolean();

    /**
     * @param grants the approvals that it rests on; null if there were no questions
     * @throws dev.carabiner.event.InvalidEventDataException if the input has no digest
     */
    ToolPermit(
            String id,
            SessionCoordinator issuer,
            String toolName,
            EventData input,
            Emit emit,
            @Nullable Grants grants) {
        this.id = id;
        this.sessionId = issuer.sessionId();
        this.issuer = issuer;
        this.toolName = toolName;
        this.input = input;
        this.emit = emit;
        this.grants = grants;
        CanonicalJson.require(input);
    }

    /** SHA-256 over the canonical JSON of name and input. */
    static String digest(String toolName, EventData input) {
        return CanonicalJson.digest(EventData.of("tool_name", toolName, "tool_input", input));
    }

    /** A name of its own, as the record has it. */
    public String id() {
        return id;
    }

    /** The session that minted it, and the only one that takes it back. */
    public String sessionId() {
        return sessionId;
    }

    /** The only tool that it holds for. */
    public String toolName() {
        return toolName;
    }

    /** The input to run with: what the hooks made of it, not what the model sent. */
    public EventData input() {
        return input;
    }

    /** Names the tool and its input: SHA-256 over their canonical JSON. */
    public String digest() {
        String known = digest;
        if (known == null) {
            known = digest(toolName, input);
            digest = known;
        }
        return known;
    }

    /** The model's call that it was asked for; null if the caller gave none. */
    public @Nullable String callId() {
        return emit.callId();
    }

    /** The emit of {@code tool:pre} that it comes from. */
    Emit emit() {
        return emit;
    }

    @Override
    public String toString() {
        return "Permit " + id + " for " + toolName;
    }

    /** Tells the approvals how the run ended. */
    void finish(Execution execution) {
        if (grants != null) {
            grants.finish(execution);
        }
    }

    boolean isFrom(SessionCoordinator session) {
        return issuer == session;
    }

    boolean spend() {
        return spent.compareAndSet(false, true);
    }
}
