package dev.carabiner.engine.bundle;

import dev.carabiner.guard.path.HomeDirectories;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The user's directory, where a shell would look for it. */
final class Home {

    private Home() {}

    /** A path whose {@code ~/} stands for the home directory; null if it is no path. */
    static @Nullable Path expanded(String text) {
        Path there = HomeDirectories.ofShell();
        try {
            return Path.of(text.startsWith("~/") ? there + text.substring(1) : text);
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
