package dev.carabiner.runtime.agent;

import dev.carabiner.runtime.provider.Usage;

/**
 * What became of one prompt.
 *
 * @param answer the model's last words, or why there are none
 * @param rounds how many times the model was called
 * @param toolsRun how many tool calls were carried out
 * @param lastDenial the reason of the last denial in the turn, also if the model went on with other calls after it; empty
 *     if nothing was denied
 */
public record TurnResult(String answer, TurnStatus status, Usage usage, int rounds, int toolsRun, String lastDenial) {

    /** Whether something was denied: the turn itself, or a tool call of a turn that was answered all the same. */
    public boolean denied() {
        return status == TurnStatus.DENIED || (status == TurnStatus.SUCCESS && !lastDenial.isEmpty());
    }
}
