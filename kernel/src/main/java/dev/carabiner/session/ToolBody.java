package dev.carabiner.session;

import dev.carabiner.event.EventData;

/** What runs once a tool call is permitted. */
@FunctionalInterface
public interface ToolBody {

    /**
     * Runs the tool. The coordinator calls it at most once for each call, after the permit has been redeemed: on the
     * thread of {@link SessionCoordinator#call}, or on one of its own for each of several calls.
     *
     * @param input the permitted input, as the hooks left it; nothing else may be run
     * @return what the model is told, unless a hook changes it; null counts as a failure
     * @throws Exception if the tool could not do it; the message is for the model. After an
     *     {@link InterruptedException} the call counts as cancelled
     */
    ToolResult run(EventData input) throws Exception;
}
