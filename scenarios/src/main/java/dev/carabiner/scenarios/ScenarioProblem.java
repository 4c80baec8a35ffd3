package dev.carabiner.scenarios;

/** A mistake in a scenario's file: where it is, what is wrong, and what was expected. */
public record ScenarioProblem(Mark at, String message) {

    @Override
    public String toString() {
        return at + ": " + message;
    }
}
