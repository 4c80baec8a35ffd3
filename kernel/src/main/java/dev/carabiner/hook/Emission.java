package dev.carabiner.hook;

import dev.carabiner.event.EventData;

/**
 * How a coordinator wants an event run.
 *
 * @param pinned fields that neither the caller nor default fields nor a hook can change
 * @param isObserved whether each handler's time is taken
 * @param isCaptured whether what a handler writes to the standard streams is taken too, for an observed event
 * @param isAnnouncement whether handlers may only watch: to deny or to ask is a failure then, and fails open
 */
public record Emission(EventData pinned, boolean isObserved, boolean isCaptured, boolean isAnnouncement) {

    /** Nothing pinned, nothing taken: a bare {@code registry.emit}. */
    static final Emission BARE = new Emission(EventData.empty(), false, false, false);

    /** An event of a session: its handlers' time and output are taken. */
    public static Emission pinning(EventData fields) {
        return new Emission(fields, true, true, false);
    }

    /** The same, but what handlers write to the standard streams goes where it goes anyway. */
    public Emission withoutOutput() {
        return new Emission(pinned, isObserved, false, isAnnouncement);
    }

    /** The same, as an announcement. */
    public Emission announcement() {
        return new Emission(pinned, isObserved, isCaptured, true);
    }
}
