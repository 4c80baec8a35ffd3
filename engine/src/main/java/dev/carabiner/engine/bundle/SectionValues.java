package dev.carabiner.engine.bundle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What one file says in a section, or several merged. What no file says has the key's default. */
public record SectionValues(Map<Key<?>, Said> said) {

    /** No file says anything. */
    public static final SectionValues NONE = new SectionValues(Map.of());

    private static final Position IN_CODE = new Position("the program", 1);

    /** A value and where it stands. */
    public record Said(Object value, Position at) {

        /** Whether a file says it; otherwise it was set by the program. */
        boolean isOfFile() {
            return !at.equals(IN_CODE);
        }
    }

    public SectionValues {
        said = Map.copyOf(said);
    }

    /**
     * The value that is in force.
     *
     * @throws NullPointerException if no file says any and the key has no default
     */
    public <T> T get(Key<T> key) {
        return Objects.requireNonNull(valueOf(key), key::name);
    }

    /** The value that is in force, or null where a key without a default is not said. */
    public <T> @Nullable T valueOf(Key<T> key) {
        Said value = said.get(key);
        return value == null ? key.usual() : key.value(value);
    }

    /** The same with another value for a key, which stands where the one before stood. */
    public <T> SectionValues with(Key<T> key, T value) {
        Map<Key<?>, Said> more = new LinkedHashMap<>(said);
        Said before = said.get(key);
        more.put(key, new Said(value, before == null ? IN_CODE : before.at()));
        return new SectionValues(more);
    }

    /** This one with what a later file says, each key by its own rule. */
    SectionValues overlaidWith(SectionValues later) {
        Map<Key<?>, Said> merged = new LinkedHashMap<>(said);
        later.said.forEach((key, value) -> merged.merge(key, value, key::merged));
        return new SectionValues(merged);
    }

    /** This one under a managed policy, each key by its own rule. What is lost is told. */
    SectionValues heldBy(SectionValues policy, String where, List<BundleProblem> notices) {
        Map<Key<?>, Said> held = new LinkedHashMap<>(said);
        policy.said.forEach(
                (key, value) -> held.merge(key, value, (wanted, managed) -> key.held(managed, wanted, where, notices)));
        return new SectionValues(held);
    }
}
