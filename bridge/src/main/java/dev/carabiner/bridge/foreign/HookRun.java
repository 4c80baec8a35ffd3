package dev.carabiner.bridge.foreign;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.Dialect;
import dev.carabiner.bridge.dialect.EventRow;
import dev.carabiner.bridge.dialect.HookFailedException;
import dev.carabiner.bridge.dialect.Occasion;
import dev.carabiner.bridge.program.HookPrograms;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.process.Command;
import dev.carabiner.process.Environment;
import dev.carabiner.process.Finished;
import dev.carabiner.session.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs what an entry names, with what it expects around it, and ends all that it has started. */
final class HookRun {

    private static final int MOST_OUTPUT = 1024 * 1024;

    /** The end of a session does not wait: a setting can ask for more time, up to this. */
    private static final Duration LONGEST_END = Duration.ofSeconds(60);

    private final Dialect dialect;
    private final Mount mount;
    private final List<String> passed;
    private final @Nullable Path project;
    private final ScratchFiles scratch;
    private final HookPrograms programs;

    HookRun(Dialect dialect, Mount mount, List<String> passed, @Nullable Path project, ScratchFiles scratch) {
        this.dialect = dialect;
        this.mount = mount;
        this.passed = passed;
        this.project = project;
        this.scratch = scratch;
        programs = new HookPrograms(mount);
    }

    Occasion occasion(HookEntry entry, EventData data) {
        Path directory = mount.workingDirectory().toAbsolutePath().normalize();
        if (data.get("cwd") instanceof String told) {
            directory = path(told, directory);
        }
        Path root = project == null ? ProjectOf.file(entry.place().file(), directory) : project;
        return new Occasion(data, mount.sessionId(), directory, root, scratch.file("transcript.jsonl"), Instant.now());
    }

    private static Path path(String text, Path otherwise) {
        try {
            return Path.of(text).isAbsolute() ? Path.of(text) : otherwise;
        } catch (InvalidPathException e) {
            return otherwise;
        }
    }

    Said said(HookEntry entry, EventRow row, Occasion occasion, EventData payload)
            throws IOException, InterruptedException {
        if (entry.type().equals("http")) {
            return HttpRun.said(entry, row, limit(entry, row), payload);
        }
        if (!entry.type().equals("command")) {
            throw new HookFailedException("a hook of the type " + entry.type() + " cannot be run here");
        }
        Variables variables = new Variables(dialect, entry, occasion.project(), mount.sessionId(), scratch);
        List<String> words = words(entry, variables);
        Path directory = StartDirectory.of(entry, words, occasion);
        Command command = Command.of(words, directory)
                .environment(environment(entry, row, variables))
                .limit(limit(entry, row))
                .input(EventDataJson.write(payload) + "\n")
                .mostOutput(MOST_OUTPUT);
        Path home = scratch.home();
        List<Path> readable = Stream.of(directory, occasion.project(), variables.readablePlugin())
                .filter(Objects::nonNull)
                .toList();
        Finished finished = programs.run(command, readable, scratch.directories(), home);
        return said(finished, words, directory, limit(entry, row));
    }

    private static Said said(Finished finished, List<String> words, Path directory, Duration limit) {
        switch (finished.ending()) {
            case TIMED_OUT -> throw new HookFailedException("it took longer than " + limit.toMillis() + " ms");
            case TOO_MANY_PROCESSES -> throw new HookFailedException("it started too many processes");
            case TOO_MUCH_MEMORY -> throw new HookFailedException("it took too much memory");
            case TOO_MUCH_WRITTEN -> throw new HookFailedException("it wrote too much to disk");
            case EXITED -> {
                if (finished.truncated()) {
                    throw new HookFailedException("it wrote more than " + MOST_OUTPUT + " characters");
                }
            }
        }
        boolean missing = finished.exitCode() != 0 && MissingScript.isIt(finished, words, directory);
        return new Said(finished.exitCode(), finished.output(), finished.errors(), missing);
    }

    private List<String> words(HookEntry entry, Variables variables) {
        List<String> words = new ArrayList<>();
        if (entry.args() == null) {
            words.addAll(entry.shell().isEmpty() ? dialect.shell() : List.of(entry.shell(), "-c"));
            words.set(0, ofTheSystem(words.getFirst()));
            words.add(variables.inShell(entry.command()));
        } else {
            words.add(variables.plain(entry.command()));
            entry.args().forEach(word -> words.add(variables.plain(word)));
        }
        return words;
    }

    /** The system's own shell of that name: one in a directory of the project is not what the entry means. */
    private static String ofTheSystem(String shell) {
        boolean isUsual = shell.equals("sh") || shell.equals("bash");
        return isUsual && Files.isExecutable(Path.of("/bin", shell)) ? "/bin/" + shell : shell;
    }

    private Duration limit(HookEntry entry, EventRow row) {
        Duration usual = row.timeout() == null ? dialect.timeout() : row.timeout();
        Duration limit = entry.timeout() == null ? usual : entry.timeout();
        return row.ours().equals("session:end") && limit.compareTo(LONGEST_END) > 0 ? LONGEST_END : limit;
    }

    private Map<String, String> environment(HookEntry entry, EventRow row, Variables variables) {
        String user = System.getProperty("user.name", "");
        Map<String, String> environment = new HashMap<>(Map.of("USER", user, "LOGNAME", user, "SHELL", "/bin/sh"));
        environment.putAll(
                Environment.passing(passed)); // an agent that a person starts has the three, a service may not
        environment.putAll(variables.all());
        if (dialect.name().equals("claude") && row.theirs().equals("SessionStart")) {
            environment.put("CLAUDE_ENV_FILE", scratch.file("environment").toString());
        }
        entry.environment().forEach((name, value) -> environment.put(name, variables.plain(value)));
        return environment;
    }
}
