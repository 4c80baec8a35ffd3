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
    OBJECT,
    /**
     * The name of a file or directory. The module is given an absolute path: a relative name starts from the bundle's
     * directory, {@code ~/} from the home directory.
     */
    FILE,
    /** A list of such names, or one alone. */
    FILES
}
