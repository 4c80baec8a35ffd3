package dev.carabiner.guard.shell;

import dev.carabiner.display.VisibleText;
import dev.carabiner.guard.shell.SimpleCommand.Joint;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line of simple commands the way every shell does, or not at all: plain words, quotes around plain text,
 * wildcards, separators, and redirections to and from files. Whatever else is in it (expansions, escapes, assignments,
 * here-documents, groups, words of the shell's own grammar) makes it a line that nobody claims to understand.
 */
final class PlainLine {

    private static final String PLAIN = "_-./:=+,@%^~*?[]#";
    private static final Set<String> GRAMMAR = Set.of(
            ("if then else elif fi for while until do done case esac in select function coproc time [[ ]] alias unalias"
                            + " export declare typeset local readonly set unset shopt enable hash trap let read mapfile readarray"
                            + " compgen complete compopt bind getopts jobs fc history")
                    .split(" ", -1));

    private final String line;
    private final List<SimpleCommand> commands = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private List<String> argv = new ArrayList<>();
    private List<String> writes = new ArrayList<>();
    private List<String> reads = new ArrayList<>();
    private @Nullable List<String> target;
    private boolean inWord;
    private boolean quotedWord;
    private Joint joint = Joint.NEXT;

    private PlainLine(String line) {
        this.line = line;
    }

    /** The commands, or null if they are not surely these. */
    static @Nullable List<SimpleCommand> read(String line) {
        return new PlainLine(line).read();
    }

    private @Nullable List<SimpleCommand> read() {
        int at = 0;
        while (at >= 0 && at < line.length()) {
            char c = line.charAt(at);
            at = switch (c) {
                case ' ', '\t' -> endWord() ? at + 1 : -1;
                case '\'', '"' -> quoted(c, at + 1);
                case ';', '\n', '|' -> separator(c, at);
                case '&' -> isAt(at + 1, '>') ? redirection(at + 1) : separator(c, at);
                case '<', '>' -> redirection(at);
                default -> plain(c) ? at + 1 : -1;
            };
        }
        return at < 0 || !endCommand() ? null : List.copyOf(commands);
    }

    private boolean isAt(int at, char c) {
        return at < line.length() && line.charAt(at) == c;
    }

    private boolean plain(char c) {
        boolean letter = (c < 128 ? PLAIN.indexOf(c) >= 0 : !Character.isSurrogate(c) && !VisibleText.isDeceptive(c))
                || Character.isLetterOrDigit(c);
        if (!letter || Character.isSpaceChar(c) || (c == '#' && !inWord)) {
            return false;
        }
        inWord = true;
        word.append(c);
        return true;
    }

    /** The index after the closing quote, or -1. */
    private int quoted(char quote, int start) {
        int end = line.indexOf(quote, start);
        for (int i = start; i < end; i++) {
            char c = line.charAt(i);
            boolean special = quote == '"' && (c == '$' || c == '`' || c == '\\' || c == '!');
            boolean odd = c != '\n' && c != '\t' && (c < ' ' || VisibleText.isDeceptive(c));
            if (special || odd) {
                return -1;
            }
        }
        if (end < 0) {
            return -1;
        }
        inWord = true;
        quotedWord = true;
        word.append(line, start, end);
        return end + 1;
    }

    private int separator(char c, int at) {
        boolean afterPipe = c == '\n' && joint == Joint.PIPE && argv.isEmpty() && !inWord; // the pipe goes on
        if (!endCommand()) {
            return -1;
        }
        boolean doubled = isAt(at + 1, c) && c != '\n';
        joint = afterPipe || (c == '|' && !doubled) ? Joint.PIPE : Joint.NEXT;
        boolean both = c == '|' && isAt(at + 1, '&');
        return doubled || both ? at + 2 : at + 1;
    }

    /** A file, or another stream of the same command, which changes nothing about what is run. */
    private int redirection(int at) {
        boolean stream = inWord && !quotedWord && word.chars().allMatch(Character::isDigit);
        if (stream) {
            word.setLength(0);
            inWord = false;
        }
        if (!endWord() || target != null) {
            return -1;
        }
        boolean writing = line.charAt(at) == '>';
        int next = at + 1;
        if (isAt(next, '<')) {
            return -1;
        }
        if (isAt(next, '&')) {
            int end = next + 1;
            while (end < line.length() && (Character.isDigit(line.charAt(end)) || line.charAt(end) == '-')) {
                end++;
            }
            boolean whole = end == line.length() || " \t\n;|&<>".indexOf(line.charAt(end)) >= 0;
            return end > next + 1 && whole ? end : -1;
        }
        if (isAt(next, '>') || (writing && isAt(next, '|'))) {
            writing = true;
            next++;
        }
        target = writing ? writes : reads;
        return next;
    }

    private boolean endWord() {
        boolean known = !inWord || quotedWord || !isOtherHome(word);
        if (inWord) {
            (target == null ? argv : target).add(word.toString());
            target = null;
            word.setLength(0);
            inWord = false;
            quotedWord = false;
        }
        return known;
    }

    /** As in {@code ~root} and {@code ~+}: only the shell knows where that is. */
    private static boolean isOtherHome(CharSequence word) {
        return word.length() > 1 && word.charAt(0) == '~' && word.charAt(1) != '/';
    }

    private boolean endCommand() {
        boolean whole = endWord() && target == null && (argv.isEmpty() || isProgram(argv.getFirst()));
        if (whole && !(argv.isEmpty() && writes.isEmpty() && reads.isEmpty())) {
            commands.add(new SimpleCommand(argv, writes, reads, joint));
        }
        argv = new ArrayList<>();
        writes = new ArrayList<>();
        reads = new ArrayList<>();
        joint = Joint.NEXT;
        return whole;
    }

    /** An assignment before a command changes what the command is. A program's name is in ASCII, or not to be trusted. */
    private static boolean isProgram(String name) {
        boolean odd = name.isEmpty() || !name.chars().allMatch(c -> c > ' ' && c < 127 && "*?[=".indexOf(c) < 0);
        return (!odd || name.equals("[")) && !GRAMMAR.contains(name);
    }
}
