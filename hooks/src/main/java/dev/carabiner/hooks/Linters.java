package dev.carabiner.hooks;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hooks.lint.FileChecks;
import dev.carabiner.process.Command;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.process.Finished;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The programs that check files, by the ending of a file's name. They come from the bundle, never from the agent, and
 * are run without a shell, with the file's real path as a word of its own and next to no environment.
 */
final class Linters {

    /** Where the path goes; at the end, if no word is this. */
    private static final String FILE = "{file}";

    private static final int MOST_LINES = 40;
    private static final int LONGEST_LINE = 300;

    private final Map<String, List<String>> commands;
    private final Path directory;
    private final Duration limit;
    private final Supplier<CommandRunner> runner;

    private Linters(
            Map<String, List<String>> commands, Path directory, Duration limit, Supplier<CommandRunner> runner) {
        this.commands = commands;
        this.directory = directory;
        this.limit = limit;
        this.runner = runner;
    }

    /** @throws InvalidSettingException if it is no list of words, or a program that is missing or that the agent could change */
    static Linters of(
            @Nullable EventData setting, Workspace workspace, Duration limit, Supplier<CommandRunner> runner) {
        Map<String, List<String>> commands = new HashMap<>();
        if (setting != null) {
            setting.asMap().forEach((extension, command) -> {
                List<String> words = words(extension, command);
                LinterPlace.check(workspace, "linters." + extension, words);
                commands.put(key(extension), words);
            });
        }
        return new Linters(commands, workspace.root(), limit, runner);
    }

    boolean has(Path file) {
        return commands.containsKey(extension(file));
    }

    /** What the linter says, in lines; nothing if it is content. */
    List<String> check(Path file) throws Exception {
        List<String> words = new ArrayList<>(commands.getOrDefault(extension(file), List.of()));
        if (!words.contains(FILE)) {
            words.add(FILE);
        }
        words.replaceAll(word -> word.equals(FILE) ? file.toString() : word);
        Finished finished = runner.get().run(Command.of(words, directory).limit(limit));
        if (finished.ending() != Finished.Ending.EXITED) {
            throw new TimeoutException(
                    words.getFirst() + " was stopped within its limit of " + limit.toMillis() + " ms");
        }
        return finished.succeeded() ? List.of() : lines(finished, words.getFirst());
    }

    private static List<String> lines(Finished finished, String linter) {
        List<String> said =
                finished.output().lines().filter(line -> !line.isBlank()).toList();
        List<String> lines = new ArrayList<>();
        said.stream()
                .limit(MOST_LINES)
                .map(line -> line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + " [cut]")
                .forEach(lines::add);
        if (said.size() > MOST_LINES) {
            lines.add("[" + (said.size() - MOST_LINES) + " more lines]");
        }
        return lines.isEmpty() ? List.of(linter + " failed with exit code " + finished.exitCode()) : lines;
    }

    private static List<String> words(String extension, @Nullable Object command) {
        if (command instanceof List<?> list
                && !list.isEmpty()
                && list.stream().allMatch(word -> word instanceof String text && !text.isEmpty())) {
            return list.stream().map(String::valueOf).toList();
        }
        throw new InvalidSettingException(
                "linter-feedback", "linters." + extension, String.valueOf(command), "a list of words: [node, --check]");
    }

    private static String extension(Path file) {
        return FileChecks.extension(String.valueOf(file.getFileName()));
    }

    private static String key(String extension) {
        String bare = extension.startsWith(".") ? extension.substring(1) : extension;
        return bare.toLowerCase(Locale.ROOT);
    }
}
