package dev.carabiner.guard.verdict;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.line.ShellCommand;
import dev.carabiner.guard.line.TextReadings;
import dev.carabiner.guard.program.Effects;
import dev.carabiner.guard.program.LineEffects;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The words by which a line might change a file, for guards of certain files.
 *
 * @param words paths as the line writes them, with wildcards; of a program that only looks, none
 * @param trees directories that it might delete, move or change with all that is in them
 * @param isOpen whether it might change others too
 */
public record WordsOfChange(Set<String> words, Set<String> trees, boolean isOpen) {

    /** Of a line and what it does. */
    public static WordsOfChange of(String line, LineEffects effects) {
        Set<String> words = new LinkedHashSet<>();
        Set<String> trees = new LinkedHashSet<>();
        boolean open = !effects.hidden().isEmpty() || !effects.codes().isEmpty();
        for (Effects one : effects.all()) {
            ShellCommand command = one.command();
            List<Arg> changed = one.looksOnly() && one.weight() == Effects.Weight.KNOWN
                    ? one.writes()
                    : one.builds() ? withoutModes(command.arguments()) : command.arguments();
            changed.forEach(it -> add(it, command, words));
            one.writes().forEach(it -> add(it, command, words));
            one.trees().forEach(it -> add(it, command, trees));
            one.moved().forEach(it -> add(it, command, trees));
            open |= one.weight() == Effects.Weight.UNKNOWN
                    || one.runsOther()
                    || one.writes().stream().anyMatch(it -> Holes.has(it.text(), Holes.ANY));
        }
        if (!effects.isClear()) {
            for (String reading : TextReadings.of(line)) {
                words.addAll(List.of(reading.split("[\\s;&|<>(){}`]+", -1)));
            }
        }
        words.removeIf(word -> word.isEmpty() || word.indexOf('\n') >= 0 || Regex.fits(word, "/dev/\\w+"));
        return new WordsOfChange(words, trees, open);
    }

    /** {@code --mode production} names no file. */
    private static List<Arg> withoutModes(List<Arg> words) {
        List<Arg> left = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            boolean mode = i > 0
                    && Regex.fits(
                            words.get(i - 1).text(), "--(mode|env|environment|configuration|stage|profile|node-env)")
                    && Regex.fits(words.get(i).text(), "\\w+");
            boolean attached = Regex.fits(
                    words.get(i).text(), "--(mode|env|environment|configuration|stage|profile|node-env)=\\w+");
            if (!mode && !attached) {
                left.add(words.get(i));
            }
        }
        return left;
    }

    private static void add(Arg word, ShellCommand command, Set<String> words) {
        String text = plain(word.text());
        words.add(text);
        for (String directory : command.directories()) {
            if (!text.startsWith("-")) {
                words.add(ShellCommand.resolved(plain(directory), text));
            }
        }
    }

    private static String plain(String text) {
        return text.replace(Holes.NAME, '*')
                .replace(Holes.NAMES, '*')
                .replace(Holes.SAFE, '0')
                .replace(Holes.HOME_OF, '~')
                .replace(String.valueOf(Holes.ANY), "");
    }
}
