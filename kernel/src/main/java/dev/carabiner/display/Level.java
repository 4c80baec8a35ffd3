package dev.carabiner.display;

/** How urgent a message to the user is. */
public enum Level {
    INFO,
    WARNING,
    ERROR
}
