package dev.carabiner.scenarios;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Something that was expected otherwise.
 *
 * @param path what it is about, as in {@code asked[0].prompt}
 * @param fix what {@code --update} would write; null if that is not for a program to decide
 */
public record Mismatch(
        String path, String expected, String was, @Nullable Fix fix) {

    Mismatch(String path, String expected, String was) {
        this(path, expected, was, null);
    }

    /** The same, with a fix that does not name the directory, which is another one the next time. */
    Mismatch in(Path directory) {
        return fix == null ? this : new Mismatch(path, expected, was, fix.without(directory.toString()));
    }
}
