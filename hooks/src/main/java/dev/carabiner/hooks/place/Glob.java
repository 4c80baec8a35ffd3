package dev.carabiner.hooks.place;

import java.util.List;

/** Stars and question marks in names. A bracket stands for any one letter: on a guard's side of doubt, rather yes. */
final class Glob {

    /** Stands for any number of names, also none. */
    static final String ANY_NAMES = "**";

    private Glob() {}

    static boolean isWild(String name) {
        return name.indexOf('*') >= 0 || name.indexOf('?') >= 0 || name.indexOf('[') >= 0;
    }

    /** Goes back to the last star only, so that it takes no longer than the one length times the other. */
    static boolean matches(String glob, String name) {
        int g = 0;
        int n = 0;
        int star = -1;
        int retry = 0;
        while (n < name.length()) {
            char c = g < glob.length() ? glob.charAt(g) : 0;
            if (c == '*') {
                star = g++;
                retry = n;
            } else if (c == '[' || c == '?' || (c == name.charAt(n) && g < glob.length())) {
                g = c == '[' ? afterBracket(glob, g) : g + 1;
                n++;
            } else if (star >= 0) {
                g = star + 1;
                n = ++retry;
            } else {
                return false;
            }
        }
        while (g < glob.length() && glob.charAt(g) == '*') {
            g++;
        }
        return g == glob.length();
    }

    /** Whether the names are the glob's, or lie below what it names. */
    static boolean matches(List<String> globs, List<String> names) {
        if (globs.isEmpty()) {
            return true;
        }
        List<String> rest = globs.subList(1, globs.size());
        if (globs.getFirst().equals(ANY_NAMES)) {
            for (int skipped = 0; skipped <= names.size(); skipped++) {
                boolean found = skipped < names.size() || !rest.isEmpty();
                if (found && matches(rest, names.subList(skipped, names.size()))) {
                    return true;
                }
            }
            return false;
        }
        return !names.isEmpty()
                && matches(globs.getFirst(), names.getFirst())
                && matches(rest, names.subList(1, names.size()));
    }

    private static int afterBracket(String glob, int open) {
        int close = glob.indexOf(']', Math.min(open + 2, glob.length()));
        return close < 0 ? glob.length() : close + 1;
    }
}
