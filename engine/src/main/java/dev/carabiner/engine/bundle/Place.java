package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import org.jspecify.annotations.Nullable;

/**
 * Where a value is read.
 *
 * @param path what messages call it, as in {@code session.max_rounds}
 */
record Place(FieldReader reader, String path, int line) {

    static String path(String where, String key) {
        return where.isEmpty() ? key : where + "." + key;
    }

    void problem(String message) {
        reader.problem(line, path + " " + message);
    }

    /** Reports that something else was expected; null, for the caller to return. */
    @SuppressWarnings("TypeParameterUnusedInFormals") // null is a value of any type
    <T> @Nullable T expected(YamlValue found, String expected) {
        problem("is " + found.kind() + "; expected " + expected);
        return null;
    }
}
