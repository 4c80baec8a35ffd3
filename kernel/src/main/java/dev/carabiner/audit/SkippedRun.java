package dev.carabiner.audit;

/**
 * A handler that was registered for an event and did not run.
 *
 * @param why {@code only for Bash}, {@code after the deny} or {@code after the interruption}
 */
public record SkippedRun(String hook, int priority, String why) {}
