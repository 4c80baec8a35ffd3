package dev.carabiner.guard.path;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files and directories that need a human's yes, by patterns. A pattern without a slash is a name, of a file or a
 * directory, wherever it is; any other is a path from the working directory, or from the root. Both stand for all that
 * is below, and names are compared without letter case and Unicode form.
 */
public final class ProtectedPaths {

    /** The names of one pattern, and where it leads now if it has no wildcards. */
    private record Protected(
            List<String> names, boolean anywhere, @Nullable Path place) {}

    private static final int MOST_BELOW = 100_000;

    private final PathWords words;
    private final int mostBelow;
    private final List<Protected> patterns = new ArrayList<>();

    public ProtectedPaths(PathWords words, List<String> globs) {
        this(words, globs, MOST_BELOW);
    }

    ProtectedPaths(PathWords words, List<String> globs, int mostBelow) {
        this.words = words;
        this.mostBelow = mostBelow;
        globs.stream().flatMap(glob -> words.withHomes(glob).stream()).forEach(glob -> patterns.add(parsed(glob)));
    }

    /** The protected place that a word may lead to, or null. */
    public @Nullable Path touched(String word) {
        for (Path place : words.places(word)) {
            if (isProtected(place)) {
                return place;
            }
        }
        return null;
    }

    /**
     * The same for a path that is nothing but that.
     *
     * @throws IOException if nobody can say where it leads
     */
    public @Nullable Path touchedFile(String path) throws IOException {
        Path canonical = words.workspace().canonical(path);
        Path spelled = words.workspace().root().resolve(path).normalize();
        return isProtected(canonical) || isProtected(spelled) ? canonical : null;
    }

    /**
     * The protected place that a word's directory may hold, or null; the directory itself, if there is more in it than
     * anybody has the time to look at. Links in it are not followed, because what is done to a directory is done to them
     * and not to where they lead.
     */
    public @Nullable Path touchedBelow(String word) {
        for (Path place : words.places(word)) {
            Path found = Files.isDirectory(place) ? below(place) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Level by level, so that what lies near is found soon. */
    private @Nullable Path below(Path root) {
        Deque<Path> open = new ArrayDeque<>(List.of(root));
        int seen = 0;
        while (!open.isEmpty()) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(open.removeFirst())) {
                for (Path entry : entries) {
                    if (isProtected(entry)) {
                        return entry;
                    }
                    if (++seen > mostBelow) {
                        return root;
                    }
                    if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                        open.add(entry);
                    }
                }
            } catch (IOException e) {
                return root; // nobody can say what is in it
            }
        }
        return null;
    }

    /** Whether a canonical path is protected, or lies in what is. It need not exist. */
    public boolean covers(Path canonical) {
        return isProtected(canonical);
    }

    private boolean isProtected(Path path) {
        List<String> names = names(path);
        return patterns.stream().anyMatch(it -> covers(it, path, names));
    }

    private static boolean covers(Protected pattern, Path path, List<String> names) {
        if (pattern.anywhere()) {
            return names.stream()
                    .anyMatch(name -> Glob.couldMatch(pattern.names().getFirst(), name));
        }
        Path place = pattern.place();
        return PathGlob.couldCover(pattern.names(), names) || (place != null && Workspace.isWithin(path, place));
    }

    private Protected parsed(String glob) {
        String trimmed = glob.endsWith("/") && glob.length() > 1 ? glob.substring(0, glob.length() - 1) : glob;
        if (trimmed.indexOf('/') < 0) {
            return new Protected(List.of(Workspace.folded(trimmed)), true, null);
        }
        String root = trimmed.startsWith("/") ? "" : words.workspace().root() + "/";
        List<String> names = Stream.of((root + trimmed).split("/+", -1))
                .filter(name -> !name.isEmpty() && !name.equals("."))
                .map(Workspace::folded)
                .toList();
        return new Protected(names, false, Glob.isWild(trimmed) ? null : words.canonical(trimmed));
    }

    private static List<String> names(Path path) {
        List<String> names = new ArrayList<>();
        path.forEach(name -> names.add(Workspace.folded(name.toString())));
        return names;
    }
}
