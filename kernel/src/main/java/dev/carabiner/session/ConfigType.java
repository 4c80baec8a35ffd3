package dev.carabiner.session;

/** What the value of a module's setting looks like. */
public enum ConfigType {
    /** A string. */
    TEXT,
    /** A list of strings. */
    TEXTS,
    /** A whole number. */
    NUMBER,
    /** Any number, such as {@code 0.2}. */
    DECIMAL,
    /** {@code true} or {@code false}. */
    FLAG,
    /** A number with a unit: {@code 500ms}, {@code 10s}, {@code 5m}, {@code 1h}. */
    DURATION,
    /** An object whose keys are the module's affair. */
    OBJECT
}
