package dev.carabiner.guard.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A line taken apart for the deny rules: once, however many there are. */
final class ShellLine {

    private static final String BREAKS = " \t\n\r\f;&|<>(){}`$,=!#";

    record Word(String text, int start, int end) {}

    /** One way to read the line or a part of it, and its words. */
    record Reading(String text, List<Word> words) {}

    private final @Nullable List<List<String>> inertCommands;
    private final List<Reading> readings;
    private final boolean argumentsHidden;

    ShellLine(String line) {
        List<String> parts = ShellReadings.simpleParts(line);
        inertCommands = parts == null ? null : inertCommands(parts);
        readings = inertCommands != null ? List.of() : readings(parts == null ? List.of(line) : parts);
        argumentsHidden = hidesArguments(line);
    }

    /** The commands of the line, if each is plain and of a program that runs nothing else; else null. */
    @Nullable
    List<List<String>> inertCommands() {
        return inertCommands;
    }

    List<Reading> readings() {
        return readings;
    }

    /** Whether some program in the line takes the words of a command from elsewhere. */
    boolean argumentsHidden() {
        return argumentsHidden;
    }

    private static @Nullable List<List<String>> inertCommands(List<String> parts) {
        List<List<String>> commands = new ArrayList<>();
        for (String part : parts) {
            List<String> argv = ShellWords.of(part);
            if (argv == null || !Launchers.isInert(argv)) {
                return null;
            }
            commands.add(argv);
        }
        return commands;
    }

    private static List<Reading> readings(List<String> parts) {
        return parts.stream()
                .flatMap(part -> ShellReadings.of(part).stream())
                .map(text -> new Reading(text, words(text)))
                .toList();
    }

    private static boolean hidesArguments(String line) {
        String lower = line.toLowerCase(Locale.ROOT);
        return lower.contains("xargs") || lower.contains("parallel") || lower.contains("{}");
    }

    static List<Word> words(String reading) {
        List<Word> words = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= reading.length(); i++) {
            if (i == reading.length() || BREAKS.indexOf(reading.charAt(i)) >= 0) {
                if (i > start) {
                    words.add(new Word(reading.substring(start, i), start, i));
                }
                start = i + 1;
            }
        }
        return words;
    }
}
