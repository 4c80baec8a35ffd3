package dev.carabiner.hooks.place;

import dev.carabiner.runtime.tool.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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

    private final PathWords words;
    private final List<Protected> patterns = new ArrayList<>();

    public ProtectedPaths(PathWords words, List<String> globs) {
        this.words = words;
        globs.forEach(glob -> patterns.add(parsed(words.withHome(glob))));
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

    private boolean isProtected(Path path) {
        List<String> names = names(path);
        return patterns.stream().anyMatch(it -> covers(it, path, names));
    }

    private static boolean covers(Protected pattern, Path path, List<String> names) {
        if (pattern.anywhere()) {
            return names.stream().anyMatch(name -> Glob.matches(pattern.names().getFirst(), name));
        }
        Path place = pattern.place();
        return Glob.matches(pattern.names(), names) || (place != null && Workspace.isWithin(path, place));
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
