package dev.carabiner.engine.yaml;

import dev.carabiner.event.CarabinerException;

/** A file that cannot be read as YAML, or not by us. The message says what is wrong, and not where. */
public final class YamlException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final int line;

    YamlException(int line, String message) {
        super(message);
        this.line = line;
    }

    /** Counted from 1. */
    public int line() {
        return line;
    }
}
