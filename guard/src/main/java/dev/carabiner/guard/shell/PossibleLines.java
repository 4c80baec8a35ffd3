package dev.carabiner.guard.shell;

import dev.carabiner.guard.rule.ShellReadings;
import dev.carabiner.guard.shell.SimpleCommand.Joint;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The commands that a line might turn out to be made of, in every way of reading it. For suspicion only. */
final class PossibleLines {

    private static final String ENDS = ";&\n(){}`|";

    private PossibleLines() {}

    /** Each way of reading, as its commands in order. */
    static List<List<SimpleCommand>> of(String line) {
        List<List<SimpleCommand>> lines = new ArrayList<>();
        Set<String> readings = ShellReadings.of(line);
        for (String reading : readings) {
            lines.add(commands(reading));
            if (reading.indexOf('{') >= 0) {
                lines.add(commands(reading.replace(',', ' ')));
            }
        }
        return lines;
    }

    private static List<SimpleCommand> commands(String reading) {
        Splitting splitting = new Splitting();
        int at = 0;
        while (at < reading.length()) {
            char c = reading.charAt(at);
            if (c == '$' && at + 1 < reading.length() && reading.charAt(at + 1) == '{') {
                int close = reading.indexOf('}', at);
                int end = close < 0 ? reading.length() : close + 1;
                splitting.word.append(reading, at, end);
                at = end;
                continue;
            }
            if (ENDS.indexOf(c) >= 0) {
                splitting.endCommand(joint(c));
            } else if (c == '<' || c == '>') {
                splitting.endWord();
                splitting.target = target(splitting, reading, at);
            } else if (Character.isWhitespace(c)) {
                splitting.endWord();
            } else {
                splitting.word.append(c);
            }
            at++;
        }
        splitting.endCommand(Joint.NEXT);
        return splitting.commands;
    }

    /** What follows {@code <<} is text, and a shell that gets it runs it. */
    private static List<String> target(Splitting splitting, String reading, int at) {
        boolean text = reading.startsWith("<<", at) || (at > 0 && reading.startsWith("<<", at - 1));
        return text ? splitting.argv : reading.charAt(at) == '>' ? splitting.writes : splitting.reads;
    }

    private static Joint joint(char c) {
        return switch (c) {
            case '|' -> Joint.PIPE;
            case '(', '`' -> Joint.INSIDE;
            default -> Joint.NEXT;
        };
    }

    private static final class Splitting {
        final List<SimpleCommand> commands = new ArrayList<>();
        final StringBuilder word = new StringBuilder();
        List<String> argv = new ArrayList<>();
        List<String> writes = new ArrayList<>();
        List<String> reads = new ArrayList<>();
        List<String> target = argv;
        Joint joint = Joint.NEXT;

        void endWord() {
            if (!word.isEmpty()) {
                target.add(word.toString());
                word.setLength(0);
                target = argv;
            }
        }

        void endCommand(Joint next) {
            endWord();
            boolean empty = argv.isEmpty() && writes.isEmpty() && reads.isEmpty();
            if (!empty) {
                commands.add(new SimpleCommand(argv, writes, reads, joint));
                argv = new ArrayList<>();
                writes = new ArrayList<>();
                reads = new ArrayList<>();
            }
            target = argv;
            joint = empty && next == Joint.NEXT ? joint : next;
        }
    }
}
