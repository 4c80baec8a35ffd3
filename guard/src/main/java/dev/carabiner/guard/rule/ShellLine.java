package dev.carabiner.guard.rule;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.ShellReader;
import dev.carabiner.guard.line.TextReadings;
import dev.carabiner.guard.path.Glob;
import dev.carabiner.guard.program.Effects;
import dev.carabiner.guard.program.LineEffects;
import dev.carabiner.guard.program.ProgramTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A line taken apart for the deny rules: once, however many there are. */
final class ShellLine {

    private static final String BREAKS = " \t\n\r\f;&|<>(){}`$,=!#";
    private static final ShellReader READER =
            new ShellReader(Path.of("/"), "~", ProgramTable.standard().outputs());

    record Word(String text, int start, int end) {}

    /** One way to read the line or a part of it, and its words. */
    record Reading(String text, List<Word> words) {}

    private final List<List<Arg>> commands;
    private final List<Reading> readings;
    private final boolean argumentsHidden;

    /** Every name that a program of the line might have; a rule for another program is not looked at any further. */
    private final Set<String> names = new HashSet<>();

    private boolean anyName;

    ShellLine(String line) {
        LineEffects effects = LineEffects.of(line, READER, ProgramTable.standard());
        commands = effects.all().stream()
                .map(it -> it.command().argv())
                .filter(argv -> !argv.isEmpty())
                .toList();
        readings = isInert(effects) ? List.of() : readings(line);
        argumentsHidden = hidesArguments(line);
        commands.forEach(
                argv -> name(argv.getFirst().isLiteral(), argv.getFirst().text()));
        readings.forEach(reading -> reading.words().forEach(word -> name(!Glob.isWild(word.text()), word.text())));
    }

    private static boolean isInert(LineEffects line) {
        return line.isClear()
                && line.all().stream()
                        .allMatch(it -> it.weight() == Effects.Weight.KNOWN
                                && it.scripts().isEmpty()
                                && !it.runsInput());
    }

    private void name(boolean literal, String word) {
        anyName |= !literal;
        names.add(ProgramTable.baseName(word));
        if (word.length() > 2 && word.charAt(0) == '-') {
            names.add(ProgramTable.baseName(word.substring(2)));
        }
    }

    /** Whether a program of this name might be run, as far as a look at all words tells. */
    boolean mightName(String program) {
        return anyName || names.contains(program);
    }

    /** Whether a program of any name might be run. */
    boolean mightNameAny() {
        return anyName;
    }

    /** Every name that a program of the line might have, unless it might be any. */
    Set<String> names() {
        return names;
    }

    /** The commands that were found in the line, with what is known of their words. */
    List<List<Arg>> commands() {
        return commands;
    }

    /** The ways to read it beyond that; none if it is plain that the commands are all there is. */
    List<Reading> readings() {
        return readings;
    }

    /** Whether some program in the line takes the words of a command from elsewhere. */
    boolean argumentsHidden() {
        return argumentsHidden;
    }

    private static List<Reading> readings(String line) {
        return TextReadings.of(line).stream()
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
