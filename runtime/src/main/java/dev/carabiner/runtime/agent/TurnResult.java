package dev.carabiner.runtime.agent;

import dev.carabiner.runtime.provider.Usage;

/**
 * What became of one prompt.
 *
 * @param answer the model's last words, or why there are none
 * @param rounds how many times the model was called
 * @param toolsRun how many tool calls were carried out
 * @param lastDenial why the last tool call that the model made was refused; empty if it was not
 */
public record TurnResult(String answer, TurnStatus status, Usage usage, int rounds, int toolsRun, String lastDenial) {

    /** Whether a hook had the last word: it ended the turn, or the model did not get past a refusal. */
    public boolean denied() {
        return status == TurnStatus.DENIED || (status == TurnStatus.SUCCESS && !lastDenial.isEmpty());
    }
}
