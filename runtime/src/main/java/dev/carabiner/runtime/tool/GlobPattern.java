package dev.carabiner.runtime.tool;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern for relative paths: {@code *} and {@code ?} within a name, {@code **} for any number of directories,
 * {@code [a-z]} for one character, {@code {a,b}} for one of several. Matching never takes longer than pattern times path.
 */
final class GlobPattern {

    private static final int MOST_ALTERNATIVES = 200;

    private final List<List<String>> alternatives;

    private GlobPattern(List<List<String>> alternatives) {
        this.alternatives = alternatives;
    }

    /** @throws IllegalArgumentException if it has braces without an end, or too many of them */
    static GlobPattern of(String pattern) {
        List<String> expanded = new ArrayList<>();
        expand("", pattern, expanded);
        return new GlobPattern(
                expanded.stream().map(it -> List.of(it.split("/+"))).toList());
    }

    /** @param names of a relative path, the file's own last */
    boolean matches(List<String> names) {
        return alternatives.stream().anyMatch(it -> matches(it, names));
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

    /** Which beginnings of the path the beginning of the pattern fits, one part of the pattern after another. */
    private static boolean matches(List<String> pattern, List<String> names) {
        boolean[] fits = new boolean[names.size() + 1];
        fits[0] = true;
        for (String part : pattern) {
            boolean[] next = new boolean[fits.length];
            for (int i = 0; i < fits.length; i++) {
                if (part.equals("**")) {
                    next[i] = fits[i] || (i > 0 && next[i - 1]);
                } else {
                    next[i] = i > 0 && fits[i - 1] && NamePattern.matches(part, names.get(i - 1));
                }
            }
            fits = next;
        }
        return fits[names.size()];
    }
}
