package dev.carabiner.cli;

import dev.carabiner.cli.agent.HeadStart;
import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs the short commands once, unseen, while the JVM takes down which classes they need. Only the launcher calls it. */
public final class Warmup {

    private static final String CALL = "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"git push --force\"}}";

    private static final String HOOK = "hook";
    private static final List<String> COMMANDS = List.of("ls -la", "git status", "rm -rf /");
    private static final int EVENTS = 24; // so many that the log has gone on to another segment

    private Warmup() {}

    /**
     * Goes through what most commands need, in a directory of its own that it removes.
     *
     * @param args {@code hook} for events of other agents and nothing else
     */
    public static void main(String[] args) throws IOException {
        Surroundings.ofProcess();
        Path home = Files.createTempDirectory("carabiner-warmup");
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            Surroundings here = new Surroundings(
                    home,
                    home,
                    Map.of(),
                    new ByteArrayInputStream(new byte[0]),
                    nowhere,
                    nowhere,
                    Styles.PLAIN,
                    0,
                    false,
                    false);
            if (args.length > 0 && args[0].equals(HOOK)) {
                judge(here);
            } else {
                look(here);
            }
        } finally {
            remove(home);
        }
    }

    private static void look(Surroundings here) throws IOException {
        SessionMetadata metadata = SessionMetadata.begin("s-1", Instant.now(), here.home(), "default");
        SessionStore.at(here.ownDirectory().resolve("sessions"))
                .create(metadata)
                .close();
        Main.run(here, "--version");
        Main.run(here, "sessions", "list");
        Main.run(here, "events");
        Main.run(here, "run", "--help");
        Main.run(
                here, "test", Files.createDirectory(here.home().resolve("none")).toString());
        Main.run(here, "test", ".");
        Main.run(here, "explain", "tool:pre", "--bundle", "default", "--data", CALL);
        Main.run(here, "explain", "tool:pre", "--bundle", "default", "--json", "--data", CALL);
    }

    /** The usual events: a question loads a database, which would be loaded at each start from then on. */
    private static void judge(Surroundings here) {
        HeadStart.begin();
        for (int i = 0; i < EVENTS; i++) {
            String event = event(COMMANDS.get(i % COMMANDS.size()));
            Main.run(reading(event, here), HOOK, "--dialect", "claude", "--framed");
        }
    }

    private static String event(String command) {
        return "{\"session_id\":\"s-2\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_use_id\":\"t\","
                + "\"tool_input\":{\"command\":\"" + command + "\"}}";
    }

    private static Surroundings reading(String event, Surroundings here) {
        return new Surroundings(
                here.home(),
                here.directory(),
                here.environment(),
                new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
                here.out(),
                here.err(),
                here.styles(),
                0,
                false,
                false);
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
