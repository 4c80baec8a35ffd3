package dev.carabiner.guard.path;

import java.util.List;

/** Stars and question marks in names. A bracket stands for any one letter: on a guard's side of doubt, rather yes. */
final class Glob {

    /** Stands for any number of names, also none. */
    static final String ANY_NAMES = "**";

    private Glob() {}

    static boolean isWild(String name) {
        return name.indexOf('*') >= 0 || name.indexOf('?') >= 0 || name.indexOf('[') >= 0;
    }

    /** The same with a question mark for each bracket, so that nothing is left in it but letters, stars and these. */
    static String withoutBrackets(String glob) {
        StringBuilder plain = new StringBuilder();
        for (int at = 0; at < glob.length(); ) {
            boolean bracket = glob.charAt(at) == '[';
            plain.append(bracket ? '?' : glob.charAt(at));
            at = bracket ? afterBracket(glob, at) : at + 1;
        }
        return plain.toString();
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

    /** A bracket directly behind the opening one is a letter, and a class such as {@code [:lower:]} has its own. */
    private static int afterBracket(String glob, int open) {
        int at = open + 1;
        if (at < glob.length() && (glob.charAt(at) == '!' || glob.charAt(at) == '^')) {
            at++;
        }
        for (int first = at; at < glob.length(); at++) {
            char c = glob.charAt(at);
            char next = at + 1 < glob.length() ? glob.charAt(at + 1) : 0;
            if (c == ']' && at > first) {
                return at + 1;
            }
            if (c == '[' && ":.=".indexOf(next) >= 0) {
                int close = glob.indexOf(next + "]", at + 2);
                at = close < 0 ? at : close + 1;
            }
        }
        return glob.length();
    }
}
