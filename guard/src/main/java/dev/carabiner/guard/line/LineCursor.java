package dev.carabiner.guard.line;

/** A place in a line. Line continuations are skipped wherever a letter is looked at outside single quotes. */
final class LineCursor {

    static final char END = '\0';

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
        while (text.startsWith("\\\n", next)) {
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
        while (text.startsWith("\\\n", at)) {
            at += 2;
        }
    }
}
