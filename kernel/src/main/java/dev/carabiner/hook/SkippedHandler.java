package dev.carabiner.hook;

/**
 * A handler that was registered for an event and did not take part in its emit.
 *
 * @param why {@code only for Bash}, {@code after the deny} or {@code after the interruption}
 */
public record SkippedHandler(String name, int priority, String why) {}
