package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import org.jspecify.annotations.Nullable;

/**
 * How a coordinator wants an event run.
 *
 * @param pinned fields that neither the caller nor default fields nor a hook can change
 * @param kept a field that no hook can change from what the event brought; null for none
 * @param isObserved whether each handler's time is taken
 * @param isCaptured whether what a handler writes to the standard streams is taken too, for an observed event
 * @param isAnnouncement whether handlers may only watch: to deny or to ask is a failure then, and fails open
 */
public record Emission(
        EventData pinned, @Nullable String kept, boolean isObserved, boolean isCaptured, boolean isAnnouncement) {

    /** Nothing pinned, nothing taken: a bare {@code registry.emit}. */
    static final Emission BARE = new Emission(EventData.empty(), null, false, false, false);

    /** An event of a session: its handlers' time and output are taken. */
    public static Emission pinning(EventData fields) {
        return new Emission(fields, null, true, true, false);
    }

    /** The same, where no hook can change one more field from what the event brought, and output may pass through. */
    public static Emission pinning(EventData fields, @Nullable String kept, boolean isCaptured) {
        return new Emission(fields, kept, true, isCaptured, false);
    }

    /** What a hook has made of the data that came in, with the fields as they were that it cannot change. */
    EventData pin(EventData changed, EventData incoming) {
        EventData pinnedData = changed.overlaidWith(pinned);
        return kept == null ? pinnedData : pinnedData.with(kept, incoming.get(kept));
    }

    /** The same, but what handlers write to the standard streams goes where it goes anyway. */
    public Emission withoutOutput() {
        return new Emission(pinned, kept, isObserved, false, isAnnouncement);
    }

    /** The same, as an announcement. */
    public Emission announcement() {
        return new Emission(pinned, kept, isObserved, isCaptured, true);
    }
}
