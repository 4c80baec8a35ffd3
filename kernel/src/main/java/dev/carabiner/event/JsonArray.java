package dev.carabiner.event;

import java.util.AbstractList;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** An immutable JSON array that knows how deep and how large it is. */
final class JsonArray extends AbstractList<@Nullable Object> implements RandomAccess {

    private final @Nullable Object[] values;
    private final JsonSize extent;

    /** Takes ownership of the array. */
    JsonArray(@Nullable Object[] values) {
        this.values = values;
        this.extent = JsonSize.ofContainer(values, values.length);
    }

    JsonSize extent() {
        return extent;
    }

    @Override
    public @Nullable Object get(int at) {
        return values[at];
    }

    @Override
    public int size() {
        return values.length;
    }
}
