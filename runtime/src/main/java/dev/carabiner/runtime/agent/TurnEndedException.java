package dev.carabiner.runtime.agent;

/** Thrown within a turn to end it before the model is done. */
final class TurnEndedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final TurnStatus status;

    TurnEndedException(TurnStatus status, String answer) {
        super(answer, null, false, false);
        this.status = status;
    }

    TurnStatus status() {
        return status;
    }

    String answer() {
        return String.valueOf(getMessage());
    }
}
