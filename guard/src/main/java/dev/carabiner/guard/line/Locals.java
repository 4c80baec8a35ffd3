package dev.carabiner.guard.line;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The variables that a function has made of its own, with what they were before, which comes back when it is left.
 * Immutable.
 */
record Locals(Map<String, Saved> saved) {

    static final Locals NONE = new Locals(Map.of());

    /**
     * What a variable was before the function made one of its own with that name.
     *
     * @param value null if nothing in the line had set it
     * @param certain whether it has surely made one
     */
    private record Saved(@Nullable Value value, boolean certain) {}

    boolean has(String name) {
        return saved.containsKey(name);
    }

    /** Whether the function has surely made one of this name. */
    boolean surelyHas(String name) {
        Saved known = saved.get(name);
        return known != null && known.certain;
    }

    /** The same, and one of this name, which was this before. */
    Locals with(String name, @Nullable Value old, boolean certain) {
        Saved known = saved.get(name);
        Value before = known == null ? old : orUnknown(known.value).or(orUnknown(old));
        Map<String, Saved> more = new HashMap<>(saved);
        more.put(name, new Saved(before, certain));
        return new Locals(Map.copyOf(more));
    }

    /** The variables behind the function: its own are gone, and the caller's are back. */
    Map<String, Value> restored(Map<String, Value> variables) {
        if (saved.isEmpty()) {
            return variables;
        }
        Map<String, Value> back = new HashMap<>(variables);
        saved.forEach((name, was) -> {
            Value now = back.remove(name);
            Value before = was.value == null && !was.certain ? Value.UNKNOWN : was.value;
            if (before != null) {
                back.put(name, was.certain || now == null ? before : before.or(now));
            }
        });
        return back;
    }

    /** What is known where either of the two may hold. */
    Locals or(Locals other) {
        if (equals(other)) {
            return this;
        }
        Map<String, Saved> both = new HashMap<>();
        saved.forEach((name, was) -> both.put(name, joined(was, other.saved.get(name))));
        other.saved.forEach((name, was) -> both.putIfAbsent(name, joined(was, saved.get(name))));
        return new Locals(Map.copyOf(both));
    }

    private static Saved joined(Saved one, @Nullable Saved other) {
        return other == null
                ? new Saved(one.value, false)
                : new Saved(
                        Objects.equals(one.value, other.value)
                                ? one.value
                                : orUnknown(one.value).or(orUnknown(other.value)),
                        one.certain && other.certain);
    }

    private static Value orUnknown(@Nullable Value value) {
        return value == null ? Value.UNKNOWN : value;
    }
}
