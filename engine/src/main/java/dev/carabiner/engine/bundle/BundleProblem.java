package dev.carabiner.engine.bundle;

import dev.carabiner.display.Throwables;

/**
 * Something in a bundle that keeps it from being used.
 *
 * @param message what is wrong, what was expected, and what was perhaps meant
 */
public record BundleProblem(Position at, String message) {

    /** A module that refuses its settings, or fails when it is tried with them. */
    public static BundleProblem unusable(String kind, String module, Position at, Throwable failure) {
        return new BundleProblem(
                at,
                "the " + kind + " module " + module + " cannot be used with these settings: "
                        + Throwables.inWords(failure));
    }

    @Override
    public String toString() {
        return at + ": " + message;
    }
}
