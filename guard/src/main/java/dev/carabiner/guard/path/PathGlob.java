package dev.carabiner.guard.path;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * A pattern for paths: a {@link Glob} for each name, {@code **} for any number of names, {@code {a,b}} for one of several.
 * Matching never takes longer than pattern times path.
 */
public final class PathGlob {

    private static final String ANY_NAMES = "**";
    private static final int MOST_ALTERNATIVES = 200;

    private final List<List<String>> alternatives;

    private PathGlob(List<List<String>> alternatives) {
        this.alternatives = alternatives;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it has braces without an end, or too many of them
     */
    public static PathGlob of(String pattern) {
        List<String> expanded = new ArrayList<>();
        expand("", pattern, expanded);
        return new PathGlob(expanded.stream().map(it -> List.of(it.split("/+"))).toList());
    }

    /**
     * Whether the pattern fits a whole path.
     *
     * @param names of a relative path, the file's own last
     */
    public boolean matches(List<String> names) {
        return alternatives.stream().anyMatch(it -> beginnings(it, names, Glob::matches)[names.size()]);
    }

    /** For a guard: whether the names could be those of the globs, or lie below what these name. Braces are letters. */
    static boolean couldCover(List<String> globs, List<String> names) {
        List<String> parts = new ArrayList<>(globs);
        if (!parts.isEmpty() && parts.getLast().equals(ANY_NAMES)) {
            parts.set(parts.size() - 1, "*"); // what is below a directory, not the directory
        }
        for (boolean fits : beginnings(parts, names, Glob::couldMatch)) {
            if (fits) {
                return true;
            }
        }
        return false;
    }

    private static void expand(String done, String rest, List<String> out) {
        int open = rest.indexOf('{');
        if (open < 0) {
            if (out.size() >= MOST_ALTERNATIVES) {
                throw new IllegalArgumentException("more than " + MOST_ALTERNATIVES + " alternatives in braces");
            }
            out.add(done + rest);
            return;
        }
        int close = closing(rest, open);
        int from = open + 1;
        int depth = 0;
        for (int i = from; i <= close; i++) {
            char c = rest.charAt(i);
            if (i == close || (c == ',' && depth == 0)) {
                expand(done + rest.substring(0, open), rest.substring(from, i) + rest.substring(close + 1), out);
                from = i + 1;
            }
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        }
    }

    private static int closing(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            depth += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("a brace without its end");
    }

    /** Which beginnings of the path, by the number of names, the whole pattern fits. */
    private static boolean[] beginnings(List<String> parts, List<String> names, BiPredicate<String, String> matches) {
        boolean[] fits = new boolean[names.size() + 1];
        fits[0] = true;
        for (String part : parts) {
            boolean[] next = new boolean[fits.length];
            for (int i = 0; i < fits.length; i++) {
                if (part.equals(ANY_NAMES)) {
                    next[i] = fits[i] || (i > 0 && next[i - 1]);
                } else {
                    next[i] = i > 0 && fits[i - 1] && matches.test(part, names.get(i - 1));
                }
            }
            fits = next;
        }
        return fits;
    }
}
