package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import dev.carabiner.event.FieldChange;
import java.util.List;

/**
 * What one handler made of an event's data.
 *
 * @param author the handler's name
 * @param before the data without its change; for a handler in a level, with the changes of those before it in the level
 * @param after the data with its change
 */
public record Modification(String author, int priority, EventData before, EventData after) {

    /** The fields that differ. Compared anew at each call. */
    public List<FieldChange> changes() {
        return FieldChange.between(before, after);
    }
}
