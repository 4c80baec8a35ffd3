package dev.carabiner.guard.path;

/**
 * A pattern for one name: a star for any letters, a question mark for one, a bracket such as {@code [a-z]},
 * {@code [!a-z]} or {@code [[:digit:]]} for one of several. Matching goes back to the last star only, so it never takes
 * longer than the one length times the other.
 */
public final class Glob {

    private final String pattern;
    private final boolean generous;

    private Glob(String pattern, boolean generous) {
        this.pattern = pattern;
        this.generous = generous;
    }

    /** As the pattern says. A backslash takes the meaning from the letter behind it, as does a bracket without its end. */
    public static boolean matches(String pattern, String name) {
        return new Glob(pattern, false).matches(name);
    }

    /** For a guard, who rather sees too much: a bracket stands for any letter, and a backslash for itself. */
    public static boolean couldMatch(String pattern, String name) {
        return new Glob(pattern, true).matches(name);
    }

    /** Whether the name has a wildcard: a star, a question mark or a bracket. */
    public static boolean isWild(String name) {
        return name.indexOf('*') >= 0 || name.indexOf('?') >= 0 || name.indexOf('[') >= 0;
    }

    /** The same with a question mark for each bracket, so that nothing is left in it but letters, stars and these. */
    static String withoutBrackets(String pattern) {
        Glob glob = new Glob(pattern, true);
        StringBuilder plain = new StringBuilder();
        for (int at = 0; at < pattern.length(); at = glob.after(at)) {
            plain.append(pattern.charAt(at) == '[' ? '?' : pattern.charAt(at));
        }
        return plain.toString();
    }

    private boolean matches(String name) {
        int p = 0;
        int n = 0;
        int star = -1;
        int retry = 0;
        while (n < name.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                retry = n;
            } else if (p < pattern.length() && fits(p, name.charAt(n))) {
                p = after(p);
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++retry;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    private boolean fits(int at, char c) {
        int after = after(at);
        return switch (pattern.charAt(at)) {
            case '?' -> true;
            case '[' -> generous || (after == at + 1 ? c == '[' : isInBracket(at + 1, after - 1, c));
            default -> pattern.charAt(after - 1) == c;
        };
    }

    /** Where the element of the pattern that begins here ends. */
    private int after(int at) {
        char c = pattern.charAt(at);
        if (c == '[') {
            int close = closing(at);
            return close >= 0 ? close + 1 : generous ? pattern.length() : at + 1;
        }
        return c == '\\' && !generous && at + 1 < pattern.length() ? at + 2 : at + 1;
    }

    /** A bracket directly behind the opening one is a letter, and a class such as {@code [:lower:]} has its own. */
    private int closing(int open) {
        int first = isNegated(open + 1) ? open + 2 : open + 1;
        for (int at = first; at < pattern.length(); at++) {
            if (pattern.charAt(at) == ']' && at > first) {
                return at;
            }
            at = classEnd(at);
        }
        return -1;
    }

    private boolean isNegated(int at) {
        return pattern.startsWith("!", at) || pattern.startsWith("^", at);
    }

    /** The last letter of the class that begins here; the same place, if none does. */
    private int classEnd(int at) {
        if (pattern.startsWith("[:", at) || pattern.startsWith("[.", at) || pattern.startsWith("[=", at)) {
            int close = pattern.indexOf(pattern.charAt(at + 1) + "]", at + 2);
            return close < 0 ? at : close + 1;
        }
        return at;
    }

    private boolean isInBracket(int from, int to, char c) {
        boolean found = false;
        for (int i = isNegated(from) ? from + 1 : from; i < to; i++) {
            int classEnd = classEnd(i);
            if (classEnd > i) {
                found |= isOfClass(pattern.substring(i + 2, classEnd - 1), c);
                i = classEnd;
            } else if (i + 2 < to && pattern.charAt(i + 1) == '-') {
                found |= pattern.charAt(i) <= c && c <= pattern.charAt(i + 2);
                i += 2;
            } else {
                found |= pattern.charAt(i) == c;
            }
        }
        return found != isNegated(from);
    }

    private static boolean isOfClass(String name, char c) {
        return switch (name) {
            case "alpha" -> Character.isLetter(c);
            case "digit" -> Character.isDigit(c);
            case "alnum" -> Character.isLetterOrDigit(c);
            case "upper" -> Character.isUpperCase(c);
            case "lower" -> Character.isLowerCase(c);
            case "space" -> Character.isWhitespace(c);
            default -> name.length() == 1 && name.charAt(0) == c; // [.a.] and [=a=]
        };
    }
}
