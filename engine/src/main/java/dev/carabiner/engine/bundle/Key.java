package dev.carabiner.engine.bundle;

import dev.carabiner.engine.bundle.SectionValues.Said;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A key that a section of a bundle may hold. Reading, merging and printing a section go through its keys, so that a new
 * key is a line in a table such as {@link SessionKeys}.
 *
 * @param <T> the type of its value
 * @param name as bundles spell it
 * @param usual the value where no file says any; null if there is none
 */
public record Key<T>(String name, Shape<T> shape, @Nullable T usual, Rule rule) {

    /** What becomes of two values for a key. */
    enum Rule {
        /** The later one holds; one that a managed policy says stays. */
        LATER,
        /** The later one holds; of a managed policy's and another one the smaller does. */
        LEAST,
        /** Both together. */
        BOTH,
        /** The values of a section, each by its own rule. */
        EACH;

        Object merged(Object earlier, Object later) {
            return switch (this) {
                case LATER, LEAST -> later;
                case BOTH -> both((List<?>) earlier, (List<?>) later);
                case EACH -> ((SectionValues) earlier).overlaidWith((SectionValues) later);
            };
        }

        @SuppressWarnings("unchecked") // both are values of one key
        Object held(Object policy, Object wanted) {
            return switch (this) {
                case LATER, EACH -> policy;
                case LEAST -> ((Comparable<Object>) policy).compareTo(wanted) < 0 ? policy : wanted;
                case BOTH -> both((List<?>) policy, (List<?>) wanted);
            };
        }

        private static List<?> both(List<?> some, List<?> others) {
            return Stream.concat(some.stream(), others.stream()).distinct().toList();
        }
    }

    Said merged(Said earlier, Said later) {
        return new Said(rule.merged(earlier.value(), later.value()), later.at());
    }

    /** What holds of a value that a managed policy says and another one that a bundle wants. What is lost is told. */
    Said held(Said policy, Said wanted, String where, List<BundleProblem> notices) {
        String path = Place.path(where, name);
        if (rule == Rule.EACH) {
            SectionValues values = (SectionValues) wanted.value();
            return new Said(values.heldBy((SectionValues) policy.value(), path, notices), wanted.at());
        }
        Said held = new Said(rule.held(policy.value(), wanted.value()), wanted.at());
        if (rule != Rule.BOTH && !held.value().equals(wanted.value())) {
            notices.add(new BundleProblem(
                    wanted.at(),
                    path + " stays " + shape.written(value(held), new Hiding(true)) + ", as the managed policy says ("
                            + policy.at() + ")"));
        }
        return held;
    }

    @SuppressWarnings("unchecked") // its own shape has made it, or a caller of SectionValues.with
    T value(Said said) {
        return (T) said.value();
    }

    /** Tables hold each key once, and no two are the same. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
