package dev.carabiner.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One field in which two versions of an event's data differ. Fields are compared at the top level and, where both
 * versions hold an object under {@code tool_input}, inside that object. Deeper differences belong to the field that
 * holds them.
 *
 * @param field the key at the top level
 * @param inner the key inside {@code tool_input}; null if the whole top-level field changed
 * @param isRemoval whether the field is gone in the later version
 * @param value the later version's value; null if it is JSON null or the field is gone
 */
public record FieldChange(
        String field,
        @Nullable String inner,
        boolean isRemoval,
        @Nullable Object value) {

    private static final String TOOL_INPUT = "tool_input";

    /**
     * The changes that turn one version into the other, in the order of the earlier version's fields, then the new ones.
     * Empty if both are the same data as canonical JSON.
     */
    public static List<FieldChange> between(EventData before, EventData after) {
        List<FieldChange> changes = new ArrayList<>();
        collect(before.fields(), after.fields(), null, changes);
        return List.copyOf(changes);
    }

    private static void collect(JsonObject before, JsonObject after, @Nullable String outer, List<FieldChange> into) {
        for (int i = 0; i < before.size(); i++) {
            String key = before.keyAt(i);
            int at = after.find(key);
            if (at < 0) {
                into.add(change(outer, key, true, null));
            } else {
                compare(before.rawValueAt(i), after, at, outer, into);
            }
        }
        for (int i = 0; i < after.size(); i++) {
            String key = after.keyAt(i);
            if (before.find(key) < 0) {
                into.add(change(outer, key, false, after.get(key)));
            }
        }
    }

    private static void compare(
            @Nullable Object before, JsonObject after, int at, @Nullable String outer, List<FieldChange> into) {
        String key = after.keyAt(at);
        Object value = after.rawValueAt(at);
        if (JsonEquality.same(before, value)) {
            return;
        }
        boolean opened = outer == null && key.equals(TOOL_INPUT);
        if (opened && before instanceof JsonObject old && value instanceof JsonObject changed) {
            collect(old, changed, TOOL_INPUT, into);
        } else {
            into.add(change(outer, key, false, after.get(key)));
        }
    }

    private static FieldChange change(@Nullable String outer, String key, boolean isRemoval, @Nullable Object value) {
        return outer == null
                ? new FieldChange(key, null, isRemoval, value)
                : new FieldChange(outer, key, isRemoval, value);
    }

    /** The place as a message names it: {@code cwd}, or {@code tool_input.command}. */
    public String path() {
        return inner == null ? field : field + "." + inner;
    }

    /** Makes this change in other data. A change inside an object that is not there has no effect. */
    public EventData applyTo(EventData data) {
        if (inner == null) {
            return isRemoval ? data.without(field) : data.with(field, value);
        }
        EventData object = data.get(field) instanceof JsonObject ? data.object(field) : null;
        if (object == null) {
            return data;
        }
        return data.with(field, isRemoval ? object.without(inner) : object.with(inner, value));
    }

    /** Whether both change the same field, to whatever value. */
    public boolean isSamePlaceAs(FieldChange other) {
        return field.equals(other.field) && Objects.equals(inner, other.inner);
    }

    /** Whether both cannot be made: they give one place different values, or one replaces what the other changes inside. */
    public boolean conflictsWith(FieldChange other) {
        if (!field.equals(other.field)) {
            return false;
        }
        if (inner != null && other.inner != null) {
            return inner.equals(other.inner) && !hasSameEffectAs(other);
        }
        return inner != null || other.inner != null || !hasSameEffectAs(other);
    }

    private boolean hasSameEffectAs(FieldChange other) {
        return isRemoval == other.isRemoval && JsonEquality.same(value, other.value);
    }
}
