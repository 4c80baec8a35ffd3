package dev.carabiner.display;

/** What one hook wrote to the standard streams during one event. */
public record HookOutput(String text, String source, String event) {}
