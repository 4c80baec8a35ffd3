package dev.carabiner.engine.bundle;

import dev.carabiner.guard.path.HomeDirectories;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Paths in bundles that may begin with {@code ~}. */
final class Home {

    private Home() {}

    /** A path whose {@code ~/} stands for what a shell takes for the home directory; null if it is no path. */
    static @Nullable Path expanded(String text) {
        try {
            return text.startsWith("~/") ? HomeDirectories.ofShell().resolve(text.substring(2)) : Path.of(text);
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
