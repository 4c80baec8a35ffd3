package dev.carabiner.guard.path;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The directory an agent works in. The host sets it, never the model: a relative path is relative to this and to
 * nothing else.
 */
public final class Workspace {

    /** Rules, hooks, bundles, settings and approvals; and a repository's own hooks and settings, which run programs. */
    private static final List<String> NEVER_WRITTEN = List.of(".carabiner", ".git");

    private final Path root;
    private final @Nullable Object identity;
    private final List<Path> closed;

    private Workspace(Path root, @Nullable Object identity, List<Path> closed) {
        this.root = root;
        this.identity = identity;
        this.closed = closed;
    }

    /**
     * The workspace in this directory, with links resolved.
     *
     * @throws IOException if it is not there or cannot be read
     */
    public static Workspace at(Path directory) throws IOException {
        Path root = directory.toRealPath();
        Object identity = Files.readAttributes(root, BasicFileAttributes.class, NOFOLLOW_LINKS)
                .fileKey();
        return new Workspace(root, identity, List.of());
    }

    /** Here too, but these files and directories are not written to, such as a bundle that lies in the workspace. */
    public Workspace closing(Collection<Path> files) throws IOException {
        List<Path> all = new ArrayList<>(closed);
        for (Path file : files) {
            all.add(canonical(file.toString()));
        }
        return new Workspace(root, identity, List.copyOf(all));
    }

    /** The directory itself, with links resolved. */
    public Path root() {
        return root;
    }

    /** Whether this is still the directory that the host chose; one that was put in its place is another. */
    public boolean isRoot(BasicFileAttributes attributes) {
        return attributes.isDirectory() && Objects.equals(identity, attributes.fileKey());
    }

    /** Whether the directory that the host chose is still in its place. */
    public boolean isPresent() throws IOException {
        return isRoot(Files.readAttributes(root, BasicFileAttributes.class, NOFOLLOW_LINKS));
    }

    /**
     * Whether no tool may ever write there, with no permission at all.
     *
     * @param asked the path as it was given, because a link may lead out of what its name stands in
     * @param canonical the file it leads to, which need not exist yet
     */
    public boolean isClosed(String asked, Path canonical) {
        Path inside = belowRoot(root.resolve(asked));
        Path leadsTo = belowRoot(canonical);
        return NEVER_WRITTEN.stream().anyMatch(it -> hasName(inside, it) || hasName(leadsTo, it))
                || closed.stream().anyMatch(it -> isWithin(canonical, it));
    }

    /** What decides what an agent may do here: the project's own settings, what the user trusts, and what is closed. */
    public List<Path> settings() {
        List<Path> all = new ArrayList<>(closed);
        all.add(root.resolve(".carabiner"));
        for (String home : HomeDirectories.spelled()) {
            all.add(Path.of(home, ".carabiner", "trust").toAbsolutePath());
        }
        return all;
    }

    /**
     * Whether it belongs to the sessions that were kept: what others said, the audit logs and the keys that sign them. Not
     * even reading is harmless there, since a file that is opened and closed gives up a lock that this program holds on it.
     */
    public boolean isRecord(Path canonical) {
        Path below = belowRoot(canonical);
        for (int i = 0; i + 1 < below.getNameCount(); i++) {
            if (sameName(below.getName(i).toString(), ".carabiner")
                    && sameName(below.getName(i + 1).toString(), "sessions")) {
                return true;
            }
        }
        return false;
    }

    /** Where the workspace itself lies is the host's affair. */
    private Path belowRoot(Path path) {
        return path.startsWith(root) ? root.relativize(path) : path;
    }

    /**
     * The one name of the file that this path leads to, which need not exist yet, as {@link PathResolver} finds it.
     *
     * @throws IOException if it cannot be known where it leads: through a dead link, or a directory that cannot be read
     */
    public Path canonical(String path) throws IOException {
        ResolvedPath resolved = resolved(path, new PathResolver());
        if (resolved.throughDeadLink()) {
            throw new FileSystemException(path, null, "is a link that leads nowhere");
        }
        return resolved.place();
    }

    /**
     * Where a path leads, with what is doubtful about it.
     *
     * @param resolver what knows of directories on the way, for the time of one judgement
     */
    ResolvedPath resolved(String path, PathResolver resolver) throws IOException {
        Path asked = root.resolve(path);
        boolean here = asked.startsWith(root) && !path.contains("..") && resolver.isPresent(root, identity);
        return here ? resolver.resolve(asked, root, root.getNameCount()) : resolver.resolve(asked);
    }

    /** Whether a canonical path is the directory itself or somewhere below it. */
    public static boolean isWithin(Path file, Path directory) {
        if (file.getNameCount() < directory.getNameCount() || !Objects.equals(file.getRoot(), directory.getRoot())) {
            return false;
        }
        for (int i = 0; i < directory.getNameCount(); i++) {
            if (!sameName(file.getName(i).toString(), directory.getName(i).toString())) {
                return false;
            }
        }
        return true;
    }

    /** Whether one of a path's names is this one. */
    public static boolean hasName(Path file, String name) {
        for (Path part : file) {
            if (sameName(part.toString(), name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether some file system takes both for the same name. On a guard's side of doubt: rather yes than no. */
    public static boolean sameName(String one, String other) {
        return folded(one).equals(folded(other));
    }

    /** Whether it is printable ASCII of which nothing but letter case is folded. */
    private static boolean isPlain(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < ' ' || c > '~' || c == ':') {
                return false;
            }
        }
        return !name.endsWith(".") && !name.endsWith(" ");
    }

    /**
     * A name without what some file systems do not tell apart: letter case, Unicode form, invisible characters, dots and
     * blanks at the end, and what follows a colon.
     */
    public static String folded(String name) {
        if (isPlain(name)) {
            return name.toLowerCase(Locale.ROOT);
        }
        String composed = Normalizer.normalize(name, Normalizer.Form.NFKC);
        String visible = composed.replaceAll("[\\p{Cf}\\p{Cc}]", "");
        int colon = visible.indexOf(':');
        String file = colon > 0 ? visible.substring(0, colon) : visible;
        String trimmed = file.replaceAll("(?<=[^. ])[. ]+$", "");
        return trimmed.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
