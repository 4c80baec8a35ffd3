package dev.carabiner.guard.rule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one simple command the way every POSIX shell does, or not at all. Plain words, single quotes, and double quotes
 * around plain text are understood; the words are then exactly the program's argv. Everything else (expansions,
 * escapes, globs, operators, redirections, comments, assignments, characters that are not printable ASCII) is not, on
 * purpose: what this class cannot read, no rule allows.
 */
final class ShellWords {

    /** A line beyond this is not something a person approved by its first words. */
    static final int LONGEST = 10_000;

    private static final String PLAIN = "_-./:=+,@%^~";

    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;

    private ShellWords(String line) {
        this.line = line;
    }

    /** The argv of the line, or null if it is not surely one simple command. */
    static @Nullable List<String> of(String line) {
        return line.length() > LONGEST ? null : new ShellWords(line).read();
    }

    private @Nullable List<String> read() {
        int at = 0;
        while (at < line.length()) {
            char c = line.charAt(at);
            if (c == ' ') {
                endWord();
                at++;
            } else if (c == '\'' || c == '"') {
                at = quoted(c, at + 1);
            } else {
                at = plain(c) ? at + 1 : -1;
            }
            if (at < 0) {
                return null;
            }
        }
        endWord();
        return words.isEmpty() || isAssignment(words.getFirst()) ? null : List.copyOf(words);
    }

    private boolean plain(char c) {
        if ((!isLetterOrDigit(c) && PLAIN.indexOf(c) < 0) || isExpandedHere(c)) {
            return false;
        }
        inWord = true;
        word.append(c);
        return true;
    }

    /** A tilde at the start of a word or of a value is a home directory; zsh reads {@code =ls} as a path. */
    private boolean isExpandedHere(char c) {
        char before = word.isEmpty() ? '=' : word.charAt(word.length() - 1);
        return (c == '~' && (before == '=' || before == ':')) || (c == '=' && word.isEmpty());
    }

    /** The index after the closing quote, or -1. */
    private int quoted(char quote, int start) {
        int end = line.indexOf(quote, start);
        for (int i = start; i < end; i++) {
            char c = line.charAt(i);
            boolean special = quote == '"' && (c == '$' || c == '`' || c == '\\' || c == '!');
            if (special || c < ' ' || c > '~') {
                return -1;
            }
        }
        if (end >= 0) {
            inWord = true;
            word.append(line, start, end);
        }
        return end < 0 ? -1 : end + 1;
    }

    private void endWord() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    private static boolean isAssignment(String word) {
        int equals = word.indexOf('=');
        return equals > 0 && word.substring(0, equals).matches("[A-Za-z_][A-Za-z0-9_]*\\+?");
    }
}
