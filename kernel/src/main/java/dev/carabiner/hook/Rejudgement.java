package dev.carabiner.hook;

import java.util.List;

/**
 * What came of judging an emit again after a human had changed its data, see {@link HookRegistry#judgeAgain}.
 *
 * @param outcome of the emit as a whole, with the changed data; its runs hold those of both times
 * @param runs the calls with the changed data, in their order
 * @param skipped the handlers that were not called with the changed data, in running order, each with why
 */
public record Rejudgement(HookOutcome outcome, List<HandlerRun> runs, List<SkippedHandler> skipped) {

    public Rejudgement {
        runs = List.copyOf(runs);
        skipped = List.copyOf(skipped);
    }
}
