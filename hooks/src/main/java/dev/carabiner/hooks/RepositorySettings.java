package dev.carabiner.hooks;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Finds the settings that git would write, of a repository in the workspace: a command that runs in a subdirectory means
 * those of the directory above it.
 */
record RepositorySettings(Path workspace) {

    /** The same path, unless it is a {@code .git/config} that does not exist and there is one further up in the workspace. */
    Path meant(Path path) {
        if (!path.endsWith(Path.of(".git", "config"))) {
            return path;
        }
        @Nullable Path directory = path.resolve("../..").normalize();
        while (directory != null && directory.startsWith(workspace)) {
            Path git = directory.resolve(".git");
            if (Files.isDirectory(git, LinkOption.NOFOLLOW_LINKS)) {
                return git.resolve("config");
            }
            directory = directory.getParent();
        }
        return path;
    }
}
