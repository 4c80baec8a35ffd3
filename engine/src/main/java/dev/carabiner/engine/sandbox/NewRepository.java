package dev.carabiner.engine.sandbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What {@code git init} and {@code git clone} make, and no more: a command may begin a repository where there was none, but
 * not one whose settings or hooks run something.
 */
final class NewRepository {

    private static final long LARGEST = 64 * 1024;

    private NewRepository() {}

    static boolean isHarmless(Path git, Path path) throws IOException {
        if (!path.startsWith(git) || !Files.isDirectory(git, NOFOLLOW_LINKS)) {
            return false;
        }
        if (path.startsWith(git.resolve("hooks"))) {
            return Files.isDirectory(path, NOFOLLOW_LINKS)
                    || (Files.isRegularFile(path, NOFOLLOW_LINKS)
                            && path.toString().endsWith(".sample"));
        }
        return path.equals(git.resolve("config")) && settings(path, "", false);
    }

    /**
     * Whether a file of settings has, beyond what it had before, only what runs nothing.
     *
     * @param submodule whether it is one of a submodule
     */
    static boolean settings(Path file, String before, boolean submodule) throws IOException {
        return Files.isRegularFile(file, NOFOLLOW_LINKS)
                && Files.size(file) <= LARGEST
                && GitSettings.of(Files.readString(file, ISO_8859_1))
                        .addNothingHarmful(GitSettings.of(before), submodule);
    }
}
