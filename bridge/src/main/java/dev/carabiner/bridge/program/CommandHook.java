package dev.carabiner.bridge.program;

import dev.carabiner.bridge.dialect.HookFailedException;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.process.Command;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.process.Environment;
import dev.carabiner.process.Finished;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A hook that is a program. Cold, it is started for each event, reads one document and writes one; warm, it stays alive and
 * has a document per line.
 */
public final class CommandHook implements HookModule {

    static final int MOST_OUTPUT = 4 * 1024 * 1024;

    private static final String FILE = "{file}";

    /** The handler's own time is a little longer than the program's, so that the record has the program's failure. */
    private static final Duration GRACE = Duration.ofMillis(200);

    @Override
    public String name() {
        return "command";
    }

    @Override
    public String description() {
        return "Asks a program about events: started for each, or kept alive.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return OutsideHook.keys(Map.of(
                "command", ConfigType.TEXTS,
                "file", ConfigType.FILE,
                "warm", ConfigType.FLAG,
                "env", ConfigType.TEXTS));
    }

    @Override
    public EventData configDefaults() {
        return OutsideHook.defaults().with("warm", false).with("env", List.of());
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) {
        OutsideHook hook = OutsideHook.of(name(), config);
        Command command = command(mount.workingDirectory(), config, hook.timeout());
        HookPrograms programs = new HookPrograms(mount);
        if (config.flag("warm", false)) {
            WarmWorker worker = new WarmWorker(() -> programs.startLive(command));
            hook.register(mount, (event, data) -> {
                CommandRunner.Watch watch = programs.watch();
                try {
                    return worker.ask(document(hook, event, data), inTime(hook));
                } finally {
                    watch.putBack();
                }
            });
            return worker;
        }
        hook.register(mount, (event, data) -> cold(programs, command, document(hook, event, data)));
        return () -> {};
    }

    private static Duration inTime(OutsideHook hook) {
        Duration less = hook.timeout().minus(GRACE);
        return less.compareTo(GRACE) < 0 ? hook.timeout() : less;
    }

    private static EventData document(OutsideHook hook, String event, EventData data) {
        return HookDocument.of(event, data, hook.name(), inTime(hook));
    }

    private static Command command(Path directory, HookConfig config, Duration timeout) {
        List<String> words = new ArrayList<>(config.texts("command", List.of()));
        List<Path> file = config.files("file");
        if (!file.isEmpty()) {
            String path = file.getFirst().toString();
            if (words.contains(FILE)) {
                words.replaceAll(word -> word.equals(FILE) ? path : word);
            } else {
                words.add(path);
            }
        }
        if (words.isEmpty()) {
            throw new IllegalArgumentException(
                    "command is not set; expected words, as in [python3], and file: for the script");
        }
        Duration less = timeout.minus(GRACE);
        return Command.of(words, directory)
                .environment(Environment.passing(config.texts("env", List.of())))
                .limit(less.compareTo(GRACE) < 0 ? timeout : less)
                .mostOutput(MOST_OUTPUT);
    }

    private static @Nullable HookResult cold(HookPrograms programs, Command command, EventData document)
            throws IOException, InterruptedException {
        Finished finished = programs.run(command.input(EventDataJson.write(document) + "\n"), List.of(), List.of());
        switch (finished.ending()) {
            case TIMED_OUT ->
                throw new HookFailedException(
                        "it took longer than " + command.limit().toMillis() + " ms");
            case TOO_MANY_PROCESSES -> throw new HookFailedException("it started too many processes");
            case TOO_MUCH_MEMORY -> throw new HookFailedException("it took too much memory");
            case TOO_MUCH_WRITTEN -> throw new HookFailedException("it wrote too much to disk");
            case EXITED -> {
                if (finished.truncated()) {
                    throw new HookFailedException("it wrote more than " + MOST_OUTPUT + " characters");
                }
            }
        }
        if (finished.exitCode() != 0) {
            String said = finished.errors().isBlank() ? finished.output() : finished.errors();
            throw new HookFailedException("it ended with exit code " + finished.exitCode()
                    + (said.isBlank() ? "" : ": " + HookDocument.shown(said.strip())));
        }
        return HookDocument.result(finished.output());
    }
}
