package dev.carabiner.engine.explain;

import java.util.Locale;

/** What becomes of an operation, as far as it is decided without a human. */
public enum PolicyVerdict {
    PASS,
    ASK,
    DENY;

    /** The word for it in files and on the screen. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
