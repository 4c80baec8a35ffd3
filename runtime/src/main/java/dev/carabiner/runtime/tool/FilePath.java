package dev.carabiner.runtime.tool;

import java.nio.file.Path;
import java.util.Objects;

/**
 * A file in the workspace, which need not exist.
 *
 * @param asked as the model calls it
 * @param canonical where that led when it was looked up
 */
record FilePath(String asked, Path canonical) {

    Path parent() {
        return Objects.requireNonNull(canonical.getParent(), "below the workspace");
    }

    String name() {
        return Objects.requireNonNull(canonical.getFileName(), "below the workspace")
                .toString();
    }
}
