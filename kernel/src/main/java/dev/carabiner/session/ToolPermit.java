package dev.carabiner.session;

import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right to run one tool once, with exactly this input, in the session that minted it. Only
 * {@link SessionCoordinator#permitTool} makes one, and only {@link SessionCoordinator#redeem} spends it.
 */
public final class ToolPermit {

    private final String id;
    private final String sessionId;
    private final String toolName;
    private final EventData input;
    private final String digest;
    private final SessionCoordinator issuer;
    private final AtomicBoolean spent = new AtomicBoolean();

    ToolPermit(String id, SessionCoordinator issuer, String toolName, EventData input) {
        this.id = id;
        this.sessionId = issuer.sessionId();
        this.issuer = issuer;
        this.toolName = toolName;
        this.input = input;
        this.digest = digest(toolName, input);
    }

    /** SHA-256 over the canonical JSON of name and input. */
    static String digest(String toolName, EventData input) {
        return CanonicalJson.digest(EventData.of("tool_name", toolName, "tool_input", input));
    }

    public String id() {
        return id;
    }

    public String sessionId() {
        return sessionId;
    }

    public String toolName() {
        return toolName;
    }

    /** The input to run with: what the hooks made of it, not what the model sent. */
    public EventData input() {
        return input;
    }

    public String digest() {
        return digest;
    }

    boolean isFrom(SessionCoordinator session) {
        return issuer == session;
    }

    boolean spend() {
        return spent.compareAndSet(false, true);
    }
}
