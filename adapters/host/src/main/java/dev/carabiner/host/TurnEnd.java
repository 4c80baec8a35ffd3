package dev.carabiner.host;

/** How a turn ended. */
public enum TurnEnd {
    SUCCESS("success"),
    /** A hook would not have it; the answer is its reason. */
    DENIED("interrupted"),
    ERROR("error");

    private final String inEvents;

    TurnEnd(String inEvents) {
        this.inEvents = inEvents;
    }

    String inEvents() {
        return inEvents;
    }
}
