package dev.carabiner.guard.rule;

/** Whether a word with stars, question marks or brackets could stand for a name. Generous: a bracket is any letter. */
final class Wildcard {

    private Wildcard() {}

    static boolean isIn(String word) {
        return word.indexOf('*') >= 0 || word.indexOf('?') >= 0 || word.indexOf('[') >= 0;
    }

    /** Goes back to the last star only, so that it takes no longer than the one length times the other. */
    static boolean couldBe(String word, String name) {
        int w = 0;
        int n = 0;
        int star = -1;
        int retry = 0;
        while (n < name.length()) {
            char c = w < word.length() ? word.charAt(w) : 0;
            if (c == '*') {
                star = w++;
                retry = n;
            } else if (c == '[' || c == '?' || (c == name.charAt(n) && w < word.length())) {
                w = c == '[' ? afterBracket(word, w) : w + 1;
                n++;
            } else if (star >= 0) {
                w = star + 1;
                n = ++retry;
            } else {
                return false;
            }
        }
        while (w < word.length() && word.charAt(w) == '*') {
            w++;
        }
        return w == word.length();
    }

    private static int afterBracket(String word, int open) {
        int close = word.indexOf(']', Math.min(open + 2, word.length()));
        return close < 0 ? word.length() : close + 1;
    }
}
