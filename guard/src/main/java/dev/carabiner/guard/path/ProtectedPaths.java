package dev.carabiner.guard.path;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files and directories that need a human's yes, by patterns. A pattern without a slash is a name, of a file or a
 * directory, wherever it is; any other is a path from the working directory, or from the root. Both stand for all that
 * is below, and names are compared without letter case and Unicode form.
 */
public final class ProtectedPaths {

    private static final int MOST_BELOW = 100_000;
    private static final int MOST_FOUND = 1_000;

    private final PathWords words;
    private final int mostBelow;
    private final Set<String> names = new HashSet<>();
    private final List<String> nameGlobs = new ArrayList<>();
    private final PathTree paths = new PathTree();
    private final List<List<String>> pathGlobs = new ArrayList<>();

    /**
     * @param words how words of a line are read as paths
     * @param globs what is protected, as a bundle says it
     */
    public ProtectedPaths(PathWords words, List<String> globs) {
        this(words, globs, MOST_BELOW);
    }

    ProtectedPaths(PathWords words, List<String> globs, int mostBelow) {
        this.words = words;
        this.mostBelow = mostBelow;
        PathResolver resolver = new PathResolver(); // most of them have their first names in common
        globs.stream().flatMap(glob -> words.withHomes(glob).stream()).forEach(glob -> add(glob, resolver));
    }

    /** The protected place that a word may lead to, or null. */
    public @Nullable Path touched(String word) {
        return touched(words.places(word));
    }

    /** The first of these places that is protected, or null. */
    public @Nullable Path touched(Collection<Path> places) {
        for (Path place : places) {
            if (isProtected(place)) {
                return place;
            }
        }
        return null;
    }

    /** Every protected place that a word may lead to. */
    public Set<Path> allTouched(String word) {
        Set<Path> all = new TreeSet<>(words.places(word));
        all.removeIf(place -> !isProtected(place));
        return all;
    }

    /**
     * The same for a path that is nothing but that.
     *
     * @throws IOException if it cannot be found out where it leads
     */
    public @Nullable Path touchedFile(String path) throws IOException {
        Path canonical = words.workspace().canonical(path);
        Path spelled = words.workspace().root().resolve(path).normalize();
        return isProtected(canonical) || isProtected(spelled) ? canonical : null;
    }

    /**
     * The protected place that a word's directory may hold, or null; the directory itself, if there is more in it than
     * there is time to look at. Links in it are not followed, because what is done to a directory is done to them and not to
     * where they lead.
     */
    public @Nullable Path touchedBelow(String word) {
        Set<Path> first = below(word, 1);
        return first.isEmpty() ? null : first.iterator().next();
    }

    /** Every such place, 1,000 at most. Of a protected directory, what is in it is not listed. */
    public Set<Path> allBelow(String word) {
        return below(word, MOST_FOUND);
    }

    private Set<Path> below(String word, int most) {
        Set<Path> found = new LinkedHashSet<>();
        for (Path place : words.places(word)) {
            if (holdsMuch(place)) {
                found.add(place);
            } else if (found.size() < most && Files.isDirectory(place)) {
                below(place, most, found);
            }
        }
        return found;
    }

    /** Whether the workspace or a home directory is only a part of it: too much to look at. */
    private boolean holdsMuch(Path place) {
        Path root = words.workspace().root();
        return (root.startsWith(place) && !root.equals(place))
                || words.homes().stream().anyMatch(home -> home.startsWith(place) && !place.startsWith(root));
    }

    /** Level by level, so that what lies near is found soon. */
    private void below(Path root, int most, Set<Path> found) {
        Deque<Path> open = new ArrayDeque<>(List.of(root));
        int seen = 0;
        while (!open.isEmpty() && found.size() < most) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(open.removeFirst())) {
                for (Path entry : entries) {
                    boolean isProtected = isProtected(entry);
                    if (isProtected && found.add(entry) && found.size() >= most) {
                        return;
                    }
                    if (++seen > mostBelow) {
                        found.add(root);
                        return;
                    }
                    if (!isProtected && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                        open.add(entry);
                    }
                }
            } catch (IOException e) {
                found.add(root); // it cannot be said what is in it
                return;
            }
        }
    }

    /** Whether a canonical path is protected, or lies in what is. It need not exist. */
    public boolean covers(Path canonical) {
        return isProtected(canonical);
    }

    private boolean isProtected(Path path) {
        List<String> folded = folded(path);
        for (String name : folded) {
            if (names.contains(name) || isNameOf(name)) {
                return true;
            }
        }
        return paths.covers(folded) || isPathOf(folded);
    }

    private boolean isNameOf(String name) {
        for (String glob : nameGlobs) {
            if (Glob.couldMatch(glob, name)) {
                return true;
            }
        }
        return false;
    }

    private boolean isPathOf(List<String> folded) {
        for (List<String> glob : pathGlobs) {
            if (namesAllOf(glob, folded) && PathGlob.couldCover(glob, folded)) {
                return true;
            }
        }
        return false;
    }

    /** Without the names that are no wildcards, a pattern does not fit; that is soon known. */
    private static boolean namesAllOf(List<String> globs, List<String> folded) {
        for (String name : globs) {
            if (!Glob.isWild(name) && !folded.contains(name)) {
                return false;
            }
        }
        return true;
    }

    private void add(String glob, PathResolver resolver) {
        String trimmed = glob.endsWith("/") && glob.length() > 1 ? glob.substring(0, glob.length() - 1) : glob;
        boolean wild = Glob.isWild(trimmed);
        if (trimmed.indexOf('/') < 0) {
            (wild ? nameGlobs : names).add(Workspace.folded(trimmed));
            return;
        }
        String root = trimmed.startsWith("/") ? "" : words.workspace().root() + "/";
        List<String> spelled = Stream.of((root + trimmed).split("/+", -1))
                .filter(name -> !name.isEmpty() && !name.equals("."))
                .map(Workspace::folded)
                .toList();
        if (wild) {
            pathGlobs.add(spelled);
        } else {
            paths.add(spelled);
            paths.add(folded(words.canonical(trimmed, resolver)));
        }
    }

    private static List<String> folded(Path path) {
        List<String> folded = new ArrayList<>(path.getNameCount());
        for (int i = 0; i < path.getNameCount(); i++) {
            folded.add(Workspace.folded(path.getName(i).toString()));
        }
        return folded;
    }
}
