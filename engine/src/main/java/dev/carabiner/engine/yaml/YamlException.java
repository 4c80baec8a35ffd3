package dev.carabiner.engine.yaml;

import dev.carabiner.event.CarabinerException;

/** A file that cannot be read as YAML, or not by us. The message says what is wrong, and not where. */
public final class YamlException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    YamlException(int line, String message) {
        this(line, 1, message);
    }

    YamlException(int line, int column, String message) {
        super(message);
        this.line = line;
        this.column = column;
    }

    /** Counted from 1. */
    public int line() {
        return line;
    }

    /** Counted from 1; 1 where it is not known. */
    public int column() {
        return column;
    }
}
