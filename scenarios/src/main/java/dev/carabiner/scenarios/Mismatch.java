package dev.carabiner.scenarios;

import org.jspecify.annotations.Nullable;

/**
 * Something that was expected otherwise.
 *
 * @param path what it is about, as in {@code asked[0].prompt}
 * @param fix what {@code --update} would write; null if that is not for a program to decide
 */
public record Mismatch(
        String path, String expected, String was, @Nullable Fix fix) {

    /** Another value in the place of a plain one, as YAML. */
    public record Fix(Mark at, String value) {}

    Mismatch(String path, String expected, String was) {
        this(path, expected, was, null);
    }
}
