package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import java.util.List;

/**
 * How a coordinator wants an event run.
 *
 * @param pinned the fields that no hook can change from what the event brought
 * @param isObserved whether each handler's time is taken
 * @param isCaptured whether what a handler writes to the standard streams is taken too, for an observed event
 * @param isAnnouncement whether handlers may only watch: to deny or to ask is a failure then, and fails open
 */
public record Emission(List<String> pinned, boolean isObserved, boolean isCaptured, boolean isAnnouncement) {

    /** Nothing pinned, nothing taken: a bare {@code registry.emit}. */
    static final Emission BARE = new Emission(List.of(), false, false, false);

    /** An event of a session: its handlers' time and output are taken. */
    public static Emission pinning(String... fields) {
        return new Emission(List.of(fields), true, true, false);
    }

    /** What a hook has made of the data that came in, with the fields as they were that it cannot change. */
    EventData pin(EventData changed, EventData incoming) {
        return changed.withFieldsOf(incoming, pinned);
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
