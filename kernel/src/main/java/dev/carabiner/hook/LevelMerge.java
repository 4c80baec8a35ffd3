package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import dev.carabiner.event.FieldChange;
import java.util.ArrayList;
import java.util.List;

/** Brings together what the handlers of one level made of the same data, field by field, in running order. */
final class LevelMerge {

    private record Made(String author, FieldChange change) {}

    private final EventData before;
    private final List<Made> made = new ArrayList<>();

    LevelMerge(EventData before) {
        this.before = before;
    }

    /** What every handler of the level was given. */
    EventData before() {
        return before;
    }

    /**
     * Adds one handler's version.
     *
     * @param merged the data with what has been added so far
     * @return those with this handler's changes too
     * @throws HookFailure if it changes a field differently than one before it; then nothing of it is added
     */
    EventData with(EventData merged, EventData version, RegisteredHook author) {
        List<FieldChange> added = new ArrayList<>();
        for (FieldChange change : FieldChange.between(before, version)) {
            requireNoConflict(change, author);
            if (made.stream().noneMatch(other -> other.change.isSamePlaceAs(change))) {
                added.add(change);
            }
        }
        EventData result = merged;
        for (FieldChange change : added) {
            result = change.applyTo(result);
        }
        added.forEach(change -> made.add(new Made(author.name(), change)));
        return result;
    }

    private void requireNoConflict(FieldChange change, RegisteredHook author) {
        for (Made other : made) {
            if (change.conflictsWith(other.change)) {
                throw author.failure(new HookConflictException(change.path(), other.author));
            }
        }
    }
}
