package dev.carabiner.event;

import org.jspecify.annotations.Nullable;

/** A value that cannot be, or is not, what an event's data holds at that place. */
public final class InvalidEventDataException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final String path;

    InvalidEventDataException(String path, String problem) {
        this(path, problem, null);
    }

    InvalidEventDataException(String path, String problem, @Nullable Throwable cause) {
        super((path.isEmpty() ? "The event data" : path) + " " + problem, cause);
        this.path = path;
    }

    /** Where: {@code tool_input.edits[2].text}; empty for the data as a whole. */
    public String path() {
        return path;
    }
}
