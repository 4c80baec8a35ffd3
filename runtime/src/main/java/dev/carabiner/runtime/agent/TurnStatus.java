package dev.carabiner.runtime.agent;

/** How a turn ended. */
public enum TurnStatus {
    SUCCESS("success"),
    /** A hook would not have it; the answer is its reason. */
    DENIED("interrupted"),
    /** The session was cancelled, or the thread interrupted. */
    INTERRUPTED("interrupted"),
    ERROR("error");

    private final String inEvents;

    TurnStatus(String inEvents) {
        this.inEvents = inEvents;
    }

    /** The word that events have for it. */
    String inEvents() {
        return inEvents;
    }
}
