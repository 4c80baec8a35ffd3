package dev.carabiner.hook;

import dev.carabiner.event.EventData;

/**
 * How a coordinator wants an event run.
 *
 * @param pinned fields that neither the caller nor default fields nor a hook can change
 * @param isObserved whether each handler's time and output are taken
 * @param isAnnouncement whether handlers may only watch: to deny or to ask is a failure then, and fails open
 */
public record Emission(EventData pinned, boolean isObserved, boolean isAnnouncement) {

    /** Nothing pinned, nothing taken: a bare {@code registry.emit}. */
    static final Emission BARE = new Emission(EventData.empty(), false, false);

    /** An event of a session. */
    public static Emission pinning(EventData fields) {
        return new Emission(fields, true, false);
    }

    /** The same, as an announcement. */
    public Emission announcement() {
        return new Emission(pinned, isObserved, true);
    }
}
