package dev.carabiner.engine.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where git keeps what belongs to a workspace, if that is elsewhere: in a directory above, or, for a linked worktree, in the
 * main one. Looked for when a session begins, before any command could have changed it.
 *
 * @param shown what git must be able to read
 * @param writable what it must be able to write
 * @param closed what of that no command may change
 */
public record GitPlaces(List<Path> shown, List<Path> writable, List<Path> closed) {

    private static final GitPlaces NONE = new GitPlaces(List.of(), List.of(), List.of());
    private static final long LARGEST = 4096;

    /**
     * Looks for the repository that a workspace belongs to.
     *
     * @param workspace by its real path
     */
    public static GitPlaces of(Path workspace) {
        Path own = workspace.resolve(".git");
        if (Files.isRegularFile(own, NOFOLLOW_LINKS)) {
            return linked(own);
        }
        if (Files.exists(own, NOFOLLOW_LINKS)) {
            return NONE;
        }
        for (Path above = workspace.getParent(); above != null && above.getNameCount() > 0; above = above.getParent()) {
            if (Files.isRegularFile(above.resolve(".git/HEAD"), NOFOLLOW_LINKS)) {
                return new GitPlaces(List.of(above), List.of(), List.of());
            }
        }
        return NONE;
    }

    /** A file that names a directory. It is believed if that directory names the file, which only git's own does. */
    private static GitPlaces linked(Path own) {
        Path directory = named(own, "gitdir: ");
        Path back = directory == null ? null : named(directory.resolve("gitdir"), "");
        if (directory == null || !own.equals(back)) {
            return directory == null ? NONE : new GitPlaces(List.of(directory), List.of(), List.of());
        }
        Path common = named(directory.resolve("commondir"), "");
        if (common == null || !directory.startsWith(common)) {
            return NONE;
        }
        return new GitPlaces(
                List.of(), List.of(common), List.of(common.resolve("hooks"), common.resolve("config"), own));
    }

    private static @Nullable Path named(Path file, String prefix) {
        try {
            String text = Files.size(file) > LARGEST
                    ? ""
                    : Files.readString(file, UTF_8).strip();
            Path parent = file.getParent();
            return text.isEmpty() || !text.startsWith(prefix) || parent == null
                    ? null
                    : parent.resolve(text.substring(prefix.length())).toRealPath();
        } catch (IOException | InvalidPathException e) {
            return null; // it names nothing
        }
    }
}
