package dev.carabiner.guard.path;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.spi.FileSystemProvider;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where paths lead. Links are followed here and nowhere else, for the words of a line, the files of a tool and the rules
 * alike; these differ only in what they make of a doubt. Name by name, as the system itself would go: {@code ..} behind a
 * link leaves the link's target, not the link. What does not exist yet has a place too.
 *
 * <p>What exists is looked at once: one of these is made for each judgement, and used by one thread. It tells how things
 * were when they were looked at; what opens a file afterwards must not follow links that have appeared since.
 */
public final class PathResolver {

    private static final FileSystemProvider PROVIDER = FileSystems.getDefault().provider();
    private static final int MOST_LINKS = 40;

    /** Where letter case and Unicode form make another name of a file, only the system knows which is its own. */
    private static final boolean ONE_NAME_EACH =
            System.getProperty("os.name", "").equals("Linux");

    /**
     * What a name in a canonical directory is.
     *
     * @param place where it leads; null for a link that leads nowhere
     */
    private record Found(@Nullable Path place, boolean isFile) {}

    private final Map<Path, Found> known = new HashMap<>();
    private @Nullable Path present;

    /**
     * Where an absolute path leads.
     *
     * @throws IOException if that cannot be found out: its links lead in a circle, or a directory cannot be searched
     */
    public ResolvedPath resolve(Path absolute) throws IOException {
        Path root = absolute.getRoot();
        if (root == null) {
            throw new NoSuchFileException(absolute.toString());
        }
        return resolve(absolute, root, 0);
    }

    /** The same for a path whose first names are known to lead to this canonical directory. */
    ResolvedPath resolve(Path absolute, Path directory, int names) throws IOException {
        Path asked = absolute;
        Path at = directory;
        int index = names;
        int missing = 0; // names at the end that are not there, so that nothing below them is either
        int links = 0;
        boolean up = false;
        boolean file = false;
        while (index < asked.getNameCount()) {
            String name = asked.getName(index++).toString();
            Path next = at.resolve(name);
            if (name.equals("..")) {
                up |= missing > 0;
                at = at.getParent() == null ? at : at.getParent();
                missing = Math.max(0, missing - 1);
            } else if (missing > 0 && !name.equals(".")) {
                missing++;
                at = next;
            } else if (!name.isEmpty() && !name.equals(".")) {
                Found found = find(next);
                if (found == null) {
                    missing = 1;
                    at = next;
                } else if (found.place == null) {
                    requireFew(++links, absolute);
                    asked = beyond(next, asked, index);
                    at = Objects.requireNonNull(asked.getRoot(), "an absolute path has a root");
                    index = 0;
                } else {
                    file |= found.isFile && index < asked.getNameCount();
                    at = found.place;
                }
            }
        }
        return new ResolvedPath(at, links > 0, up, file);
    }

    /** Whether there is still the directory with this identity; asked once. */
    boolean isPresent(Path directory, @Nullable Object identity) throws IOException {
        if (!directory.equals(present) && identity != null) {
            BasicFileAttributes now =
                    PROVIDER.readAttributesIfExists(directory, BasicFileAttributes.class, NOFOLLOW_LINKS);
            present = now != null && now.isDirectory() && identity.equals(now.fileKey()) ? directory : present;
        }
        return directory.equals(present);
    }

    private static void requireFew(int links, Path path) throws IOException {
        if (links > MOST_LINKS) {
            throw new FileSystemLoopException(path.toString());
        }
    }

    /** The path with the target of a link in the place of the names up to it. */
    private static Path beyond(Path link, Path asked, int index) throws IOException {
        Path target = link.resolveSibling(Files.readSymbolicLink(link));
        return index == asked.getNameCount() ? target : target.resolve(asked.subpath(index, asked.getNameCount()));
    }

    /** Null if there is nothing of that name. */
    private @Nullable Found find(Path next) throws IOException {
        Found before = known.get(next);
        if (before != null) {
            return before;
        }
        BasicFileAttributes attributes =
                PROVIDER.readAttributesIfExists(next, BasicFileAttributes.class, NOFOLLOW_LINKS);
        if (attributes == null) {
            return null;
        }
        boolean itself = ONE_NAME_EACH && !attributes.isSymbolicLink();
        Found found = itself ? new Found(next, attributes.isRegularFile()) : behind(next);
        known.put(next, found);
        return found;
    }

    private static Found behind(Path link) throws IOException {
        try {
            Path place = link.toRealPath();
            return new Found(place, Files.isRegularFile(place, NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            return new Found(null, false);
        }
    }
}
