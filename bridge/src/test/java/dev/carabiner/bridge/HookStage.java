package dev.carabiner.bridge;

import dev.carabiner.display.UserMessage;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An engine with the hooks of a bundle, and a session in a directory. */
public final class HookStage implements AutoCloseable {

    public final List<UserMessage> shown = new CopyOnWriteArrayList<>();
    private final Engine engine;
    private final EngineSession session;

    private HookStage(Path directory, Path bundle) {
        engine = Engine.builder()
                .display(shown::add)
                .policy(ManagedPolicy.none())
                .load(bundle);
        session = engine.session("s-1", directory).mount();
    }

    /** @param hooks the items of the bundle's list, indented by two */
    public static HookStage of(Path directory, String hooks) {
        return new HookStage(
                directory,
                write(directory.resolve("bundle.yaml"), "bundle: {name: test, version: 1.0.0}\nhooks:\n" + hooks));
    }

    public static Path write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the hooks make of it; questions are not asked. */
    public HookOutcome emit(String event, Object... fields) {
        EventData data = fields.length == 0
                ? EventData.empty()
                : EventData.of((String) fields[0], fields[1], Arrays.copyOfRange(fields, 2, fields.length));
        return emit(event, data);
    }

    public HookOutcome emit(String event, EventData data) {
        return session.coordinator().hooks().emit(event, data);
    }

    public HookOutcome bash(String command) {
        return emit("tool:pre", "tool_name", "Bash", "tool_input", EventData.of("command", command));
    }

    /** The runs of the bundle's hooks. */
    public static List<HandlerRun> runs(HookOutcome outcome) {
        return outcome.runs().stream()
                .filter(it -> !it.name().equals("lockdown"))
                .toList();
    }

    @Override
    public void close() {
        session.close();
        engine.close();
    }
}
