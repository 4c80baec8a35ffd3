package dev.carabiner.display;

/** Where messages to the user go. Called on the emitting thread, by several threads if the agent has several. */
@FunctionalInterface
public interface Display {

    /** Shows one message. What it throws is recorded as a failure of the display; the emit goes on. */
    void show(UserMessage message);

    /**
     * A hook's own output, unless it asked to be kept quiet; as a message, where nothing else is done with it. A tool's
     * output never comes this way.
     */
    default void output(HookOutput output) {
        show(new UserMessage(output.text(), Level.INFO, output.source()));
    }

    /** For programs that mount no display of their own: the platform's log. */
    static Display logging() {
        return new LoggingDisplay();
    }
}
