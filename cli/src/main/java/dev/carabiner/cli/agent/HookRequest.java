package dev.carabiner.cli.agent;

import java.time.Instant;

/**
 * One event of an agent as it arrived.
 *
 * @param agent the agent's name, or {@code auto}
 * @param event the event that the hook was registered for; empty if the payload says it
 * @param deadline when the answer must be there
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record HookRequest(String agent, String event, byte[] payload, Instant deadline) {

    /** The name for: tell it by the payload. */
    public static final String AUTO = "auto";
}
