package dev.carabiner.runtime.store;

import java.util.Locale;

/** How a session stands. One that says it is running and that no process has open was cut off. */
public enum SessionStatus {
    RUNNING,
    COMPLETE,
    USER_EXIT,
    ERROR,
    TIMEOUT,
    CANCELLED;

    /** As events and files spell it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static SessionStatus parse(String text) {
        for (SessionStatus status : values()) {
            if (status.text().equals(text)) {
                return status;
            }
        }
        throw new IllegalArgumentException("status is \"" + text + "\"");
    }
}
