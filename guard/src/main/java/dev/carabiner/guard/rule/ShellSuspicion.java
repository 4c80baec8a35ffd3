package dev.carabiner.guard.rule;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.TextReadings;
import dev.carabiner.guard.path.Glob;
import dev.carabiner.guard.program.ProgramTable;
import dev.carabiner.guard.rule.ShellLine.Word;
import java.util.List;
import java.util.Locale;

/**
 * Whether a deny rule's command might be run by a line. Each command that the line runs is compared, with whatever may
 * stand where a word is not known. Where the line may run more than its commands, the command is looked for anywhere: the
 * line is read in several ways at once (see {@link TextReadings}), and one of them is enough. There is no limit beyond
 * which a line is no longer searched; each step takes time in proportion to its length.
 *
 * <p>In a line that hides something (an expansion, a placeholder), the program's name alone is enough if the hidden
 * part could be the rest of the command.
 */
final class ShellSuspicion {

    private static final String HIDING = "$`{";
    private static final String WORD_ENDS = " \t\n\r\f;&|)";
    private static final String RUN_BY_OPTION = "cSexI";

    private final String program;
    private final List<String> rest;

    /** The same words, taken apart as those of a line are. */
    private final List<String> visibleRest;

    ShellSuspicion(ShellPattern pattern) {
        program = pattern.program();
        rest = pattern.words().subList(1, pattern.words().size());
        String bare = TextReadings.withoutQuotes(String.join(" ", rest));
        visibleRest = ShellLine.words(bare).stream().map(Word::text).toList();
    }

    boolean mightRun(ShellLine line) {
        return line.mightName(program)
                && (line.commands().stream().anyMatch(this::isCommand)
                        || line.readings().stream()
                                .anyMatch(it -> isIn(it.text(), it.words(), line.argumentsHidden())));
    }

    private boolean isCommand(List<Arg> argv) {
        List<Arg> words = argv.subList(1, argv.size());
        if (!isProgram(argv.getFirst()) || rest.isEmpty() || words.isEmpty()) {
            return isProgram(argv.getFirst()) && rest.isEmpty();
        }
        Arg first = words.getFirst();
        boolean options = first.text().startsWith("-") || rest.getFirst().startsWith("-");
        return (options || isSame(first, rest.getFirst()) || isCutShort(first, rest.getFirst())) && follow(rest, words);
    }

    private boolean isProgram(Arg word) {
        return word.isLiteral() ? isProgram(word.text()) : couldBe(word, program);
    }

    private static boolean couldBe(Arg word, String name) {
        return word.couldBe(name) || Holes.fit(ProgramTable.baseName(word.text()), name);
    }

    private static boolean isSame(Arg word, String expected) {
        return word.isLiteral() ? isSame(word.text(), expected) : word.couldBe(expected);
    }

    /** As {@code npm pub}, where a program understands subcommands that are cut short. */
    private boolean isCutShort(Arg word, String expected) {
        return word.text().length() > 1
                && expected.startsWith(word.text())
                && ProgramTable.standard().abbreviates(program);
    }

    private boolean isIn(String reading, List<Word> words, boolean argumentsHidden) {
        int lastHiding = lastHiding(reading);
        int lastRest = lastRest(words);
        for (int i = 0; i < words.size(); i++) {
            if (isProgram(words.get(i).text())) {
                boolean hidden = argumentsHidden || lastHiding >= words.get(i).end();
                boolean followed = hidden || i < lastRest;
                if (visibleRest.isEmpty() || (followed && !isPlainlyAnother(reading, words, i))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the next word is visibly another subcommand: then whatever follows, it is not this command. */
    private boolean isPlainlyAnother(String reading, List<Word> words, int at) {
        if (at + 1 == words.size() || visibleRest.getFirst().startsWith("-")) {
            return false;
        }
        Word next = words.get(at + 1);
        return isPlain(reading, words.get(at), next) && !isSame(next.text(), visibleRest.getFirst());
    }

    /** The last place from which the rest of the command still comes in order; -1 if it never does. */
    private int lastRest(List<Word> words) {
        int left = visibleRest.size();
        for (int i = words.size() - 1; i >= 0 && left > 0; i--) {
            left -= isSame(words.get(i).text(), visibleRest.get(left - 1)) ? 1 : 0;
            if (left == 0) {
                return i;
            }
        }
        return -1;
    }

    /** A word that says plainly what it is: nothing but blanks before it, nothing attached, no option. */
    private static boolean isPlain(String reading, Word before, Word word) {
        boolean blanks = reading.substring(before.end(), word.start()).isBlank();
        boolean ended = word.end() == reading.length() || WORD_ENDS.indexOf(reading.charAt(word.end())) >= 0;
        return blanks && ended && !word.text().startsWith("-") && !Glob.isWild(word.text());
    }

    private boolean isProgram(String word) {
        String name = ProgramTable.baseName(word);
        if (name.equals(program) || couldBe(name, program)) {
            return true;
        }
        boolean option = word.length() > 2 && word.charAt(0) == '-' && RUN_BY_OPTION.indexOf(word.charAt(1)) >= 0;
        return option && ProgramTable.baseName(word.substring(2)).equals(program);
    }

    private static boolean isSame(String word, String expected) {
        return word.equalsIgnoreCase(expected)
                || couldBe(word.toLowerCase(Locale.ROOT), expected.toLowerCase(Locale.ROOT));
    }

    /** A word of nothing but wildcards could be anything, and mostly is a list of files. */
    private static boolean couldBe(String word, String name) {
        return Glob.isWild(word) && word.chars().anyMatch(Character::isLetterOrDigit) && Glob.couldMatch(word, name);
    }

    /** Whether the expected words come in this order, whatever stands between them. */
    private boolean follow(List<String> expected, List<Arg> words) {
        int found = 0;
        for (int i = 0; i < words.size() && found < expected.size(); i++) {
            boolean same = isSame(words.get(i), expected.get(found))
                    || (found == 0 && isCutShort(words.get(i), expected.getFirst()));
            if (words.get(i).count() == Arg.Count.ANY) {
                return true;
            }
            found += same ? 1 : 0;
        }
        return found == expected.size();
    }

    private static int lastHiding(String reading) {
        int last = -1;
        for (int i = 0; i < HIDING.length(); i++) {
            last = Math.max(last, reading.lastIndexOf(HIDING.charAt(i)));
        }
        return last;
    }
}
