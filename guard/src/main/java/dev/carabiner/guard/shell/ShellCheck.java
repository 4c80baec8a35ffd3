package dev.carabiner.guard.shell;

import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.ProcessSecrets;
import dev.carabiner.guard.path.ProtectedPaths;
import dev.carabiner.guard.rule.ShellReadings;
import dev.carabiner.guard.shell.SimpleCommand.Joint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Looks for what no agent should do by a shell line. A clear line is taken at its word. In any other, each word might be
 * the program, and one way of reading it is enough.
 */
public final class ShellCheck {

    /** Of the settings that decide what an agent may do, and of what git runs. */
    private static final List<String> OWN_FILES = List.of(".carabiner", "**/.git/hooks", "**/.git/config");

    /** With all that is below; other repositories may go. */
    private static final List<String> OWN_TREE = List.of("./.git");

    /** What shells, git and ssh read first, where anything may be named that is then run. */
    private static final List<String> START_UP = List.of(
            "~/.bashrc",
            "~/.bash_*",
            "~/.profile",
            "~/.zshrc",
            "~/.zshenv",
            "~/.zprofile",
            "~/.gitconfig",
            "~/.config/git",
            "~/.config/fish",
            "~/.config/autostart",
            "~/.config/systemd",
            "~/.ssh");

    private static final Set<String> HARMLESS = Set.of("--version", "--help", "-h", "events");
    private static final Pattern OWN_PROGRAM = Pattern.compile("carabiner(?:[-\\w.]*\\.jar)?");
    private static final Pattern FORK_BOMB =
            Pattern.compile("(?:function)?([^\\s(){};|&<>$]{1,64})(?:\\(\\))?\\{[^{}]*\\1[|&]");
    private static final Pattern ADDRESS = Pattern.compile("https?://[\\w.:/%?=+~-]+");
    private static final String RUN_BY_OPTION = "cSexI";

    private final PathWords paths;
    private final ProtectedPaths ownFiles;
    private final ProtectedPaths ownTree;
    private final ProtectedPaths startUp;
    private final ProcessSecrets secrets;

    public ShellCheck(PathWords paths) {
        this.paths = paths;
        this.ownFiles = new ProtectedPaths(paths, OWN_FILES);
        this.ownTree = new ProtectedPaths(paths, OWN_TREE);
        this.startUp = new ProtectedPaths(paths, START_UP);
        this.secrets = new ProcessSecrets(paths);
    }

    /** The worst of what was found, or null. */
    public @Nullable Finding of(ShellText text) {
        Finding found = wholeLine(text);
        if (found != null) {
            return found;
        }
        Dangers dangers = new Dangers(paths);
        if (text.wordsOfChange().anyMatch(word -> startUp.touched(word) != null)) {
            found = Finding.ask("would change what is run when you log in or use git or ssh");
        }
        for (List<SimpleCommand> way : text.ways()) {
            for (SimpleCommand command : way) {
                Finding one = text.isClear() ? ofClear(command, dangers) : ofUnclear(command, dangers);
                if (one != null && one.denied()) {
                    return one;
                }
                found = found == null ? one : found;
            }
        }
        return found;
    }

    private @Nullable Finding wholeLine(ShellText text) {
        if (!text.isClear() && ShellReadings.of(text.line()).stream().anyMatch(ShellCheck::isForkBomb)) {
            return Finding.deny("would start itself again and again");
        }
        if (text.ways().stream().anyMatch(way -> runsDownload(way, !text.isClear()))) {
            return Finding.deny("would run what it downloads, which nobody has looked at")
                    .instead(download(text.line()));
        }
        if (readsSecrets(text)) {
            return Finding.deny("would read what processes were started with or hold in memory, keys among it"
                    + " (/proc/…/environ, /proc/…/mem)");
        }
        return text.wordsOfChange().anyMatch(word -> ownFiles.touched(word) != null)
                        || text.treesOfChange().anyMatch(word -> ownTree.touched(word) != null)
                ? Finding.deny("would reach the settings that decide what an agent may do (.carabiner, .git)")
                : null;
    }

    private boolean readsSecrets(ShellText text) {
        boolean spelled = ProcessSecrets.areIn(text.line())
                || (!text.isClear() && ShellReadings.of(text.line()).stream().anyMatch(ProcessSecrets::areIn));
        return spelled
                || text.words(false).anyMatch(word -> secrets.reachedBy(word, true))
                || text.words(true).anyMatch(word -> secrets.reachedBy(word, false));
    }

    private static @Nullable Finding ofClear(SimpleCommand command, Dangers dangers) {
        Finding own = ownProgram(command);
        return own != null ? own : dangers.of(command);
    }

    /** Whatever stands before a word may be a launcher. */
    private static @Nullable Finding ofUnclear(SimpleCommand command, Dangers dangers) {
        Finding found = ownProgram(launched(command));
        for (SimpleCommand one : suffixes(command)) {
            if (found == null || !found.denied()) {
                Finding next = dangers.of(one);
                found = next == null ? found : next;
            }
        }
        return found;
    }

    /** What begins with a program that is looked at: the first and the last of each, between which all others lie. */
    private static List<SimpleCommand> suffixes(SimpleCommand command) {
        List<String> argv = command.argv();
        Map<String, SortedSet<Integer>> places = new LinkedHashMap<>();
        for (int i = 1; i < argv.size(); i++) {
            String name = SimpleCommand.baseName(argv.get(i));
            if (Dangers.isKnown(name)) {
                places.computeIfAbsent(name, unused -> new TreeSet<>()).add(i);
            }
        }
        List<SimpleCommand> suffixes = new ArrayList<>(List.of(command));
        for (SortedSet<Integer> all : places.values()) {
            suffixes.add(command.from(all.first()));
            suffixes.add(command.from(all.last()));
        }
        argv.stream()
                .filter(ShellCheck::runsByOption)
                .findFirst()
                .ifPresent(option -> suffixes.add(attached(command, argv.indexOf(option))));
        return suffixes;
    }

    private static boolean runsByOption(String word) {
        boolean option = word.length() > 2 && word.charAt(0) == '-' && RUN_BY_OPTION.indexOf(word.charAt(1)) >= 0;
        return option && Dangers.isKnown(SimpleCommand.baseName(word.substring(2)));
    }

    /** As in {@code -crm}, where the program follows its option without a blank. */
    private static SimpleCommand attached(SimpleCommand command, int at) {
        List<String> argv =
                new ArrayList<>(command.argv().subList(at, command.argv().size()));
        argv.set(0, argv.getFirst().substring(2));
        return new SimpleCommand(argv, command.writes(), command.reads(), command.joint());
    }

    /** The command behind {@code sudo -u x}, {@code env A=b} and their like. */
    private static SimpleCommand launched(SimpleCommand command) {
        int at = 0;
        List<String> argv = command.argv();
        while (at < argv.size() - 1 && isBefore(argv.get(at))) {
            at++;
        }
        return command.from(Math.min(at, argv.size()));
    }

    private static boolean isBefore(String word) {
        boolean number = word.chars().allMatch(c -> Character.isDigit(c) || c == '.');
        return word.startsWith("-")
                || word.contains("=")
                || number
                || KnownPrograms.isLauncher(SimpleCommand.baseName(word));
    }

    private static @Nullable Finding ownProgram(SimpleCommand command) {
        boolean own = OWN_PROGRAM.matcher(command.program()).matches()
                || (command.program().equals("java")
                        && command.arguments().stream()
                                .anyMatch(it -> it.startsWith("dev.carabiner.")
                                        || OWN_PROGRAM
                                                .matcher(SimpleCommand.baseName(it))
                                                .matches()));
        boolean harmless =
                command.argv().size() > 1 && HARMLESS.contains(command.argv().get(1));
        return own && !harmless ? Finding.deny("would run the program that decides what an agent may do") : null;
    }

    private static boolean isForkBomb(String reading) {
        return FORK_BOMB.matcher(reading.replaceAll("\\s", "")).find();
    }

    /**
     * From a downloader through a pipe into a shell, or out of a substitution among a shell's words.
     *
     * @param anywhere whether the downloader may be any word before, because nobody can say what belongs together
     */
    private static boolean runsDownload(List<SimpleCommand> commands, boolean anywhere) {
        boolean downloads = false;
        boolean runs = false;
        for (SimpleCommand command : commands) {
            boolean runner = KnownPrograms.runsInput(launched(command));
            boolean downloader = anywhere
                    ? command.argv().stream().map(SimpleCommand::baseName).anyMatch(KnownPrograms::isDownloader)
                    : KnownPrograms.isDownloader(launched(command).program());
            boolean piped = command.joint() == Joint.PIPE;
            boolean inside = command.joint() == Joint.INSIDE;
            if ((downloads && runner && piped) || (runs && downloader && inside)) {
                return true;
            }
            downloads = downloader || (downloads && (piped || anywhere));
            runs = runner || (runs && inside);
        }
        return false;
    }

    /** To a file, where it can be looked at first. */
    private static String download(String line) {
        var address = ADDRESS.matcher(line);
        return address.find() ? "curl -fsSL -o download.txt " + address.group() : "";
    }
}
