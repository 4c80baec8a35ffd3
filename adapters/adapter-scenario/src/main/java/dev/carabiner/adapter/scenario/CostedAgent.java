package dev.carabiner.adapter.scenario;

import dev.carabiner.host.Conversations;
import org.jspecify.annotations.Nullable;

/** An agent of a framework whose model calls one tool without arguments for each prompt, and then says that it is done. */
public interface CostedAgent {

    /** The agent's answer to the prompt. */
    String ask(String conversation, String prompt);

    /** Makes such agents. */
    interface Maker {

        /**
         * A new one.
         *
         * @param conversations what guards it; null for the framework alone
         * @param tool what the tool does
         */
        CostedAgent make(@Nullable Conversations conversations, Runnable tool) throws Exception;
    }
}
