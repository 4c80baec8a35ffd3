package dev.carabiner.engine.bundle;

/**
 * Something in a bundle that keeps it from being used.
 *
 * @param message what is wrong, what was expected, and what was perhaps meant
 */
public record BundleProblem(Position at, String message) {

    @Override
    public String toString() {
        return at + ": " + message;
    }
}
