package dev.carabiner.bridge.foreign;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The simple commands of a shell line, those in substitutions included, without the variables that are set before them.
 * One in brackets or behind words of the shell is there with and without them, since a rule may mean either. Only good enough
 * to tell whether a hook is to be called: what cannot be read is not readable.
 *
 * @param readable whether all quotes and parentheses are closed
 * @param expands whether there are substitutions or variables, so that the words are not what will be run
 */
record ShellPieces(List<String> commands, boolean readable, boolean expands) {

    private static final int DEEPEST = 8;

    // Possessive, because a model may write a megabyte of them: these groups take no stack and are not tried again.
    private static final Pattern BEFORE =
            Pattern.compile("^(?:[({!\\s]|(?:if|then|elif|else|while|until|do|time)\\s)++");

    private static final Pattern VARIABLES =
            Pattern.compile("^(?:\\w++=(?:'[^']*+'|\"(?:[^\"\\\\]|\\\\.)*+\"|\\\\.|\\S)*+\\s++)++", Pattern.DOTALL);

    static ShellPieces of(String line) {
        Reading reading = new Reading(line);
        List<String> pieces = new ArrayList<>();
        boolean readable = reading.commands(pieces, '\0', 0);
        return new ShellPieces(
                pieces.stream()
                        .flatMap(it -> Stream.of(it.strip(), bare(it)))
                        .map(it -> VARIABLES.matcher(it).replaceFirst(""))
                        .filter(it -> !it.isEmpty())
                        .distinct()
                        .toList(),
                readable,
                reading.expands);
    }

    /** Without the brackets and words of the shell around a command. */
    private static String bare(String command) {
        String begun = BEFORE.matcher(command).replaceFirst("");
        int end = begun.length();
        while (end > 0 && isClosing(begun.charAt(end - 1))) {
            end--;
        }
        return begun.substring(0, end);
    }

    private static boolean isClosing(char c) {
        return c == ')' || c == '}' || Character.isWhitespace(c);
    }

    private static final class Reading {

        private final String line;
        private int at;
        private boolean expands;

        Reading(String line) {
            this.line = line;
        }

        /** Reads up to an end; false if something is left open. */
        boolean commands(List<String> into, char end, int depth) {
            int begin = at;
            boolean quoted = false;
            while (at < line.length() && depth <= DEEPEST) {
                char c = line.charAt(at);
                if (!quoted && c == end) {
                    into.add(line.substring(begin, at));
                    return true;
                }
                if (c == '\\') {
                    at++;
                } else if (c == '"') {
                    quoted = !quoted;
                } else if (c == '\'' && !quoted) {
                    int close = line.indexOf('\'', at + 1);
                    if (close < 0) {
                        return false;
                    }
                    at = close;
                } else if (c == '`' || (c == '$' && at + 1 < line.length())) {
                    if (!substitution(into, c, depth)) {
                        return false;
                    }
                } else if (!quoted && ";|&\n".indexOf(c) >= 0) {
                    into.add(line.substring(begin, at));
                    begin = at + 1;
                }
                at++;
            }
            into.add(line.substring(Math.min(begin, line.length())));
            return end == '\0' && !quoted && depth <= DEEPEST;
        }

        private boolean substitution(List<String> into, char c, int depth) {
            expands |= c == '`' || "({_".indexOf(line.charAt(at + 1)) >= 0 || Character.isLetter(line.charAt(at + 1));
            if (c == '`') {
                at++;
                return commands(into, '`', depth + 1);
            }
            if (line.charAt(at + 1) == '(') {
                at += 2;
                return commands(into, ')', depth + 1);
            }
            return true;
        }
    }
}
