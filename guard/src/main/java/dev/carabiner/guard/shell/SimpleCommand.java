package dev.carabiner.guard.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A program and its words.
 *
 * @param argv empty if the line only redirects
 * @param writes files that its output is sent to
 * @param reads files that its input comes from
 * @param joint what it has to do with the command before it
 */
public record SimpleCommand(List<String> argv, List<String> writes, List<String> reads, Joint joint) {

    enum Joint {
        /** Nothing, but that it comes after it. */
        NEXT,
        /** The output of the one before is its input. */
        PIPE,
        /** Its output is among the words of the one before. */
        INSIDE
    }

    public SimpleCommand {
        argv = List.copyOf(argv);
        writes = List.copyOf(writes);
        reads = List.copyOf(reads);
    }

    /** The program's name without directory and letter case; empty if there is none. */
    String program() {
        return argv.isEmpty() ? "" : baseName(argv.getFirst());
    }

    List<String> arguments() {
        return argv.isEmpty() ? argv : argv.subList(1, argv.size());
    }

    /** All words that may be paths. */
    public List<String> words() {
        return Stream.of(argv, writes, reads).flatMap(List::stream).toList();
    }

    /** Whether a word is this option, on its own, among other letters, cut short or with a value. */
    boolean has(char letter, String longName) {
        for (String word : arguments()) {
            if (word.equals("--")) {
                return false;
            }
            boolean cluster = word.startsWith("-") && !word.startsWith("--") && word.indexOf(letter) > 0;
            String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            boolean abbreviated = name.length() > 2 && name.startsWith("--") && longName.startsWith(name);
            if (cluster || abbreviated) {
                return true;
            }
        }
        return false;
    }

    List<String> operands() {
        List<String> operands = new ArrayList<>();
        boolean optionsEnded = false;
        for (String word : arguments()) {
            if (optionsEnded || !word.startsWith("-")) {
                operands.add(word);
            }
            optionsEnded |= word.equals("--");
        }
        return operands;
    }

    /** What begins at a later word, for lines in which anything may be a launcher. */
    SimpleCommand from(int index) {
        return new SimpleCommand(argv.subList(index, argv.size()), writes, reads, joint);
    }

    static String baseName(String program) {
        String name = program.substring(program.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return name.endsWith(".exe") ? name.substring(0, name.length() - ".exe".length()) : name;
    }
}
