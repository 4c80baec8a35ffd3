package dev.carabiner.guard.verdict;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Input;
import dev.carabiner.guard.line.ShellCommand;
import dev.carabiner.guard.line.TextReadings;
import dev.carabiner.guard.program.ProgramTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The commands that a text might turn out to be made of, in every way of reading it. For denials only: a text that cannot
 * be read is asked about in any case.
 */
final class SuspectText {

    private static final Pattern ENDS = Pattern.compile("[;&\\n(){}`|]");
    private static final Pattern WORDS = Pattern.compile("[\\s,<>\\[\\]]+");
    private static final Pattern FORK_BOMB =
            Pattern.compile("(?:function)?([^\\s(){};|&<>$]{1,64})(?:\\(\\))?\\{[^{}]*\\1[|&]");
    private static final Set<String> DANGEROUS = Set.of(
            "rm",
            "shred",
            "srm",
            "chmod",
            "chown",
            "find",
            "mv",
            "cp",
            "dd",
            "tee",
            "rsync",
            "mkfs",
            "wipefs",
            "parted",
            "shutdown",
            "reboot",
            "halt",
            "poweroff",
            "kill",
            "carabiner",
            "setfacl",
            "truncate",
            "sed",
            "sort",
            "git",
            "tar");
    private static final Set<String> RUNNERS = Set.of("source", ".", "eval");
    private static final String RUN_BY_OPTION = "cSexI";
    private static final int MOST_SUFFIXES = 60;

    private SuspectText() {}

    /** What begins with a program that can do harm: the first and the last of each, between which all others lie. */
    static Set<List<String>> commands(String text) {
        Set<List<String>> commands = new LinkedHashSet<>();
        for (String reading : readings(text)) {
            for (String part : ENDS.split(reading, -1)) {
                suffixes(List.of(WORDS.split(part.strip(), -1)), commands);
                if (commands.size() > MOST_SUFFIXES) {
                    return commands;
                }
            }
        }
        return commands;
    }

    private static Set<String> readings(String text) {
        Set<String> readings = new LinkedHashSet<>(TextReadings.of(text));
        if (text.indexOf('{') >= 0) {
            TextReadings.of(text).forEach(it -> readings.add(it.replace(',', ' ')));
        }
        return readings;
    }

    private static void suffixes(List<String> words, Set<List<String>> commands) {
        Set<String> seen = new LinkedHashSet<>();
        for (int i = 0; i < words.size(); i++) {
            String name = ProgramTable.baseName(words.get(i));
            boolean option = words.get(i).length() > 2
                    && words.get(i).charAt(0) == '-'
                    && RUN_BY_OPTION.indexOf(words.get(i).charAt(1)) >= 0;
            String attached = option ? ProgramTable.baseName(words.get(i).substring(2)) : "";
            boolean last = words.subList(i + 1, words.size()).stream()
                    .noneMatch(it -> ProgramTable.baseName(it).equals(name));
            if (isDangerous(name) && (seen.add(name) || last)) {
                commands.add(List.copyOf(words.subList(i, words.size())));
            } else if (isDangerous(attached)) {
                List<String> inner = new ArrayList<>(words.subList(i, words.size()));
                inner.set(0, attached);
                commands.add(List.copyOf(inner));
            }
        }
    }

    private static boolean isDangerous(String name) {
        return DANGEROUS.contains(name) || name.startsWith("mkfs.");
    }

    static ShellCommand command(List<String> words, Set<String> directories) {
        List<Arg> argv = words.stream().map(Arg::of).toList();
        return new ShellCommand(argv, List.of(), List.of(), List.of(), new Input.Inherited(), directories);
    }

    static boolean isForkBomb(String text) {
        return text.indexOf('{') >= 0
                && TextReadings.of(text).stream()
                        .anyMatch(it ->
                                FORK_BOMB.matcher(it.replaceAll("\\s", "")).find());
    }

    /** From a downloader into something that runs a text, in whatever way they are joined. */
    static boolean runsDownload(String text, ProgramTable table) {
        for (String reading : TextReadings.of(text)) {
            boolean downloads = false;
            boolean runs = false;
            for (String part : reading.split("(?=[|(`])|[;&\\n{}]", -1)) {
                List<String> words =
                        List.of(WORDS.split(part.replaceAll("^[|(`]+", "").strip(), -1));
                boolean piped = part.startsWith("|");
                boolean inside = part.startsWith("(") || part.startsWith("`");
                boolean downloader = words.stream()
                        .anyMatch(it -> Set.of("curl", "wget", "fetch", "aria2c", "lynx", "http", "xh")
                                .contains(ProgramTable.baseName(it)));
                boolean runner = words.stream().limit(6).anyMatch(it -> isRunner(it, table));
                if ((downloads && runner && piped) || (runs && downloader && inside)) {
                    return true;
                }
                downloads |= downloader;
                runs = runner || (runs && inside);
            }
        }
        return false;
    }

    private static boolean isRunner(String word, ProgramTable table) {
        return !word.isEmpty() && (RUNNERS.contains(word) || table.isShell(word) || table.isInterpreter(word));
    }
}
