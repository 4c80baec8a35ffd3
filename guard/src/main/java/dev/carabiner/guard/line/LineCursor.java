package dev.carabiner.guard.line;

import org.jspecify.annotations.Nullable;

/** A place in a line. Line continuations are skipped wherever a letter is looked at outside single quotes. */
final class LineCursor {

    static final char END = '\0';

    /** What ends a word: blanks, and the signs that mean something by themselves. */
    private static final String SIGNS = " \t\n;&|<>()";

    private static final String QUOTES = "\"'\\$`";

    private final String text;
    private int at;

    LineCursor(String text) {
        this.text = text;
    }

    int position() {
        return at;
    }

    void moveTo(int position) {
        at = position;
    }

    boolean atEnd() {
        skipContinuations();
        return at >= text.length();
    }

    /** The letter here, or {@link #END}. */
    char peek() {
        skipContinuations();
        return at < text.length() ? text.charAt(at) : END;
    }

    /** The letter behind the one here, or {@link #END}. */
    char peekNext() {
        skipContinuations();
        int next = at + 1;
        while (isContinuation(next)) {
            next += 2;
        }
        return next < text.length() ? text.charAt(next) : END;
    }

    char next() {
        char c = peek();
        if (at >= text.length()) {
            throw new UnreadableLineException("the line ends where more is expected");
        }
        at++;
        return c;
    }

    /** The next letter, be it part of a line continuation or not. */
    char nextRaw() {
        if (at >= text.length()) {
            throw new UnreadableLineException("the line ends where more is expected");
        }
        return text.charAt(at++);
    }

    /** The next letter, be it part of a line continuation or not, or {@link #END}. */
    char peekRaw() {
        return at < text.length() ? text.charAt(at) : END;
    }

    boolean looksAt(String expected) {
        skipContinuations();
        return text.startsWith(expected, at);
    }

    boolean take(String expected) {
        boolean found = looksAt(expected);
        at += found ? expected.length() : 0;
        return found;
    }

    void expect(String expected) {
        if (!take(expected)) {
            throw new UnreadableLineException("expected " + expected);
        }
    }

    String from(int start) {
        return text.substring(start, at);
    }

    /** The rest of this line, without its line feed, which is skipped. */
    String restOfLine() {
        int end = text.indexOf('\n', at);
        String rest = text.substring(at, end < 0 ? text.length() : end);
        at = end < 0 ? text.length() : end + 1;
        return rest;
    }

    boolean isExhausted() {
        return at >= text.length();
    }

    /** Takes the letters here that mean nothing but themselves wherever they stand in a word; there may be none. */
    String takeLetters() {
        int start = at;
        while (at < text.length() && isLetter(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '.'
                || c == '/'
                || c == '_';
    }

    /**
     * The unquoted letters here up to a blank or sign, or none if a quote or an expansion ends them. Nothing is taken. Null
     * if a backslash does: then it takes a closer look.
     */
    @Nullable
    String bareWord() {
        int end = at;
        while (end < text.length() && (isLetter(text.charAt(end)) || !isEnd(text.charAt(end)))) {
            end++;
        }
        if (end == text.length() || SIGNS.indexOf(text.charAt(end)) >= 0) {
            return text.substring(at, end);
        }
        return text.charAt(end) == '\\' ? null : "";
    }

    /** Whether no letter of a bare word is this: a blank, a sign, a quote, a backslash, or what begins an expansion. */
    static boolean isEnd(char c) {
        return SIGNS.indexOf(c) >= 0 || QUOTES.indexOf(c) >= 0;
    }

    static boolean isSign(char c) {
        return SIGNS.indexOf(c) >= 0;
    }

    /** Blanks, and a comment up to the end of its line. */
    void skipBlanks() {
        while (peek() == ' ' || peek() == '\t') {
            at++;
        }
        if (peek() == '#' && !atEnd()) {
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end;
        }
    }

    private void skipContinuations() {
        while (isContinuation(at)) {
            at += 2;
        }
    }

    private boolean isContinuation(int place) {
        return place + 1 < text.length() && text.charAt(place) == '\\' && text.charAt(place + 1) == '\n';
    }
}
