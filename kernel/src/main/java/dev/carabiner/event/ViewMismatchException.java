package dev.carabiner.event;

import org.jspecify.annotations.Nullable;

/** Event data that does not have the fields its typed view needs. */
public final class ViewMismatchException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final String event;
    private final String key;

    ViewMismatchException(String event, String key, String problem, @Nullable Throwable cause) {
        super("The data of " + event + " does not fit its view: " + key + " " + problem, cause);
        this.event = event;
        this.key = key;
    }

    /** The name of the event whose data does not fit. */
    public String event() {
        return event;
    }

    /** The field that is missing or has another type. */
    public String key() {
        return key;
    }
}
