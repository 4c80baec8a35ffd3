package dev.carabiner.runtime.tool;

/** A pattern for a single name. */
final class NamePattern {

    private final String pattern;
    private final String name;

    private NamePattern(String pattern, String name) {
        this.pattern = pattern;
        this.name = name;
    }

    static boolean matches(String pattern, String name) {
        return new NamePattern(pattern, name).matches();
    }

    /** Only the last star needs to be tried again: what an earlier one could gain, the later one can too. */
    private boolean matches() {
        int p = 0;
        int n = 0;
        int star = -1;
        int starAt = 0;
        while (n < name.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                starAt = n;
            } else if (p < pattern.length() && fits(p, name.charAt(n))) {
                p = after(p);
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++starAt;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    private boolean fits(int p, char c) {
        return switch (pattern.charAt(p)) {
            case '?' -> true;
            case '[' -> after(p) == p + 1 ? c == '[' : inSet(p + 1, after(p) - 1, c);
            case '\\' -> pattern.charAt(after(p) - 1) == c;
            default -> pattern.charAt(p) == c;
        };
    }

    /** Where the element of the pattern that begins here ends. A bracket without its end is a character like others. */
    private int after(int p) {
        if (pattern.charAt(p) == '[') {
            int close = pattern.indexOf(']', p + 2);
            return close < 0 ? p + 1 : close + 1;
        }
        return pattern.charAt(p) == '\\' && p + 1 < pattern.length() ? p + 2 : p + 1;
    }

    private boolean inSet(int from, int to, char c) {
        boolean negated = pattern.charAt(from) == '!' || pattern.charAt(from) == '^';
        boolean found = false;
        for (int i = negated ? from + 1 : from; i < to; i++) {
            if (i + 2 < to && pattern.charAt(i + 1) == '-') {
                found |= pattern.charAt(i) <= c && c <= pattern.charAt(i + 2);
                i += 2;
            } else {
                found |= pattern.charAt(i) == c;
            }
        }
        return found != negated;
    }
}
