package dev.carabiner.hooks;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Finds the settings that git would write, of a repository in the workspace: a command that runs in a subdirectory means
 * those of the directory above it.
 */
record RepositorySettings(Path workspace) {

    /** The same path, unless it is a {@code .git/config} that does not exist and there is one further up in the workspace. */
    Path meant(Path path) {
        if (!path.endsWith(Path.of(".git", "config")) || !path.startsWith(workspace)) {
            return path;
        }
        Path directory = path.getParent().getParent();
        while (directory.startsWith(workspace)
                && !Files.isDirectory(directory.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
            directory = directory.getParent();
        }
        return directory.startsWith(workspace) ? directory.resolve(".git").resolve("config") : path;
    }
}
