package dev.carabiner.hook;

/**
 * A handler that was registered for an event and did not take part in its emit.
 *
 * @param why {@code only for Bash}, {@code after the deny}, {@code after the interruption} or, where a human has changed the
 *     data back to what the handler had answered for, {@code has answered for it}
 */
public record SkippedHandler(String name, int priority, String why) {

    static final String AFTER_DENY = "after the deny";
    static final String AFTER_INTERRUPTION = "after the interruption";
    static final String ANSWERED = "has answered for it";

    static String onlyFor(HookOptions options) {
        return "only for " + String.join(", ", options.tools());
    }
}
