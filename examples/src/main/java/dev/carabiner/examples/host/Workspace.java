package dev.carabiner.examples.host;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Objects;

/**
 * The directory an agent works in. The host sets it, never the model: a relative path is relative to this and to
 * nothing else.
 *
 * <p>It is here because the kernel has no files: these examples are for a host that mounts the kernel alone, and that
 * has to write as much. Whoever takes the runtime has a workspace there, which also closes places to all tools.
 */
public final class Workspace {

    private final Path root;

    private Workspace(Path root) {
        this.root = root;
    }

    public static Workspace at(Path directory) throws IOException {
        return new Workspace(directory.toRealPath());
    }

    public Path root() {
        return root;
    }

    /**
     * The one name of the file that this path leads to, which need not exist yet. Name by name, as the system itself
     * would go: {@code ..} after a link leaves the link's target, not the link.
     *
     * @throws IOException if nobody can say where it leads: through a dead link, or a directory that cannot be read
     */
    public Path canonical(String path) throws IOException {
        Path asked = root.resolve(path);
        Path at = Objects.requireNonNull(asked.getRoot(), "an absolute path has a root");
        for (Path name : asked) {
            at = step(at, name.toString());
        }
        return at;
    }

    private static Path step(Path at, String name) throws IOException {
        Path next = at.resolve(name);
        if (name.equals(".") || name.equals("..")) {
            return next.normalize();
        }
        if (Files.exists(next, NOFOLLOW_LINKS)) {
            return next.toRealPath();
        }
        if (Files.notExists(next, NOFOLLOW_LINKS)) {
            return next;
        }
        throw new FileSystemException(next.toString(), null, "cannot be looked at");
    }

    /** Whether a canonical path is the directory itself or somewhere below it. */
    public static boolean isWithin(Path file, Path directory) {
        return Path.of(folded(file.toString())).startsWith(folded(directory.toString()));
    }

    /** Whether one of a canonical path's names is this one. */
    public static boolean hasName(Path file, String name) {
        for (Path part : file) {
            if (folded(part.toString()).equals(folded(name))) {
                return true;
            }
        }
        return false;
    }

    /**
     * A name without what some file systems do not tell apart: letter case, Unicode form, invisible characters. On a
     * guard's side of doubt: rather the same than another.
     */
    public static String folded(String name) {
        String composed = Normalizer.normalize(name, Normalizer.Form.NFKC);
        String visible = composed.replaceAll("\\p{Cf}", "");
        return visible.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
