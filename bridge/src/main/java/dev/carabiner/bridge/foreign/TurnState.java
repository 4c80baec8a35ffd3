package dev.carabiner.bridge.foreign;

import org.jspecify.annotations.Nullable;

/** What hooks have said in this turn and the agent must keep in mind. */
final class TurnState {

    private volatile @Nullable String stopReason;
    private volatile boolean sentOn;

    void reset() {
        stopReason = null;
        sentOn = false;
    }

    /** A hook wants the agent to stop altogether: no further request to the model is made in this turn. */
    void stop(String reason) {
        stopReason = reason.isEmpty() ? "Stopped by a hook" : reason;
    }

    @Nullable
    String stopReason() {
        return stopReason;
    }

    /** A hook has kept the agent from ending its turn. */
    void sendOn() {
        sentOn = true;
    }

    boolean sentOn() {
        return sentOn;
    }
}
