package dev.carabiner.bridge.foreign;

import dev.carabiner.display.UserMessage;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A project with hook files, and an engine with a bundle that names them. */
final class ForeignStage implements AutoCloseable {

    final List<UserMessage> shown = new CopyOnWriteArrayList<>();
    private final Path directory;
    private final Engine engine;
    private final EngineSession session;

    private ForeignStage(Path directory, Path bundle) {
        this.directory = directory;
        engine = Engine.builder()
                .display(shown::add)
                .policy(ManagedPolicy.none())
                .load(bundle);
        session = engine.session("s-1", directory).mount();
    }

    static ForeignStage of(Path directory, String dialect, String file, String mounting) {
        return with(directory, """
                bundle: {name: test, version: 1.0.0}
                hooks:
                  - module: foreign-hooks
                    required: true
                    config: {dialect: %s, files: [%s]}
                """.formatted(dialect, file) + (mounting.isEmpty() ? "" : "    " + mounting + "\n"));
    }

    static ForeignStage with(Path directory, String bundle) {
        return new ForeignStage(directory, write(directory.resolve("bundle.yaml"), bundle));
    }

    /** A hook of Claude Code for one event, that is this shell script. */
    static ForeignStage claude(Path directory, String event, String script) {
        return claude(directory, event, script, "");
    }

    static ForeignStage claude(Path directory, String event, String script, String mounting) {
        write(directory.resolve(".claude/hook.sh"), script);
        write(directory.resolve(".claude/settings.json"), """
                {"hooks": {"%s": [{"hooks": [
                  {"type": "command", "command": "bash \\"$CLAUDE_PROJECT_DIR/.claude/hook.sh\\""}]}]}}
                """.formatted(event));
        return of(directory, "claude", ".claude/settings.json", mounting);
    }

    static Path write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the hooks make of it; questions are not asked. */
    HookOutcome emit(String event, Object... fields) {
        EventData data = fields.length == 0
                ? EventData.empty()
                : EventData.of((String) fields[0], fields[1], java.util.Arrays.copyOfRange(fields, 2, fields.length));
        return session.coordinator().hooks().emit(event, data);
    }

    HookOutcome emit(String event, EventData data) {
        return session.coordinator().hooks().emit(event, data);
    }

    HookOutcome bash(String command) {
        return emit("tool:pre", "tool_name", "Bash", "tool_input", EventData.of("command", command));
    }

    HookOutcome tool(String name, Object... input) {
        EventData given =
                EventData.of((String) input[0], input[1], java.util.Arrays.copyOfRange(input, 2, input.length));
        return emit("tool:pre", "tool_name", name, "tool_input", given);
    }

    Path directory() {
        return directory;
    }

    @Override
    public void close() {
        session.close();
        engine.close();
    }
}
