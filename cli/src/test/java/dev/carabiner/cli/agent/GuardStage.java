package dev.carabiner.cli.agent;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.bridge.dialect.Occasion;
import dev.carabiner.bridge.dialect.Payload;
import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A home with the file that is installed into agents, and a service that it asks. */
final class GuardStage implements AutoCloseable {

    static final String VERSION = "1.0";

    final Surroundings here;
    final Path launcher;
    private HookService service;
    private HookServer server;
    private Thread serving;

    /** @param starting what the launcher does, a shell script */
    GuardStage(Path temporary, String starting, int seconds) throws IOException {
        Path home = Files.createDirectories(temporary.resolve("home"));
        Path project = Files.createDirectories(temporary.resolve("project"));
        here = new Surroundings(
                home,
                project,
                Map.of(),
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                Styles.PLAIN,
                0,
                false,
                false);
        launcher = Files.writeString(temporary.resolve("launcher"), "#!/bin/sh\n" + starting + "\n");
        launcher.toFile().setExecutable(true);
        GuardFile.write(here, launcher, VERSION, seconds);
    }

    /** Serves from this process. */
    GuardStage serving() throws IOException {
        service = new HookService(
                here,
                directory -> BundleFiles.builtIn("default"),
                here.ownDirectory().resolve("approvals.db"),
                true);
        server = HookServer.at(GuardFile.socket(here), VERSION, service::answer);
        serving = Thread.ofPlatform().start(() -> {
            try {
                server.serve(java.time.Duration.ofMinutes(1));
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        return this;
    }

    HookService service() {
        return service;
    }

    /** What an agent sees that wants to run a command. */
    Said asked(String agent, String command) throws Exception {
        return run(agent, payload(agent, "s-1", command), "before");
    }

    static String payload(String agent, String session, String command) {
        GuardedAgent guarded = GuardedAgent.named(agent);
        EventData data = EventData.of(
                "tool_name", "Bash", "tool_input", EventData.of("command", command), "tool_call_id", "c-1");
        Path place = Path.of("/tmp");
        return EventDataJson.write(Payload.of(
                guarded.dialect(),
                guarded.dialect().eventsFor("tool:pre").getFirst(),
                new Occasion(data, session, place, place, place, Instant.now())));
    }

    Said run(String agent, String payload, String kind) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        GuardFile.in(here).toString(),
                        agent,
                        kind,
                        agent.equals("opencode") ? "tool.execute.before" : ""))
                .directory(here.directory().toFile())
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(payload.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // it has answered without reading
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("it does not end");
        }
        return new Said(process.exitValue(), out, err, false);
    }

    @Override
    public void close() throws Exception {
        if (server != null) {
            server.close();
            serving.join(10_000);
            service.close();
        }
    }
}
