package dev.carabiner.hook;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names one thing that a host keeps in the {@link Scope}. A key is its own identity: only code that has the key can read
 * or change the value. Declare it as a constant.
 */
public final class ScopeKey<T> {

    private final String name;
    private final Class<T> type;

    private ScopeKey(String name, Class<T> type) {
        this.name = name;
        this.type = type;
    }

    /** A new key for values of a type; the name is for messages only. */
    public static <T> ScopeKey<T> of(String name, Class<T> type) {
        return new ScopeKey<>(
                Objects.requireNonNull(name, "the name of a scope key"),
                Objects.requireNonNull(type, "the type of a scope key"));
    }

    @Nullable
    T cast(@Nullable Object value) {
        return type.cast(value);
    }

    @Override
    public String toString() {
        return name;
    }
}
