package dev.carabiner.bridge.foreign;

import dev.carabiner.bridge.dialect.Dialect;
import dev.carabiner.json.InvalidJsonException;
import dev.carabiner.json.LocatedJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the hooks of one file. What is wrong with one entry is told with its line, and the others are read. */
final class HookFile {

    private static final int MOST_BYTES = 4 * 1024 * 1024;

    /** Keys of {@code hooks} that are settings and no events. */
    private static final Set<String> NO_EVENTS =
            Set.of("enabled", "disabled", "notifications", "description", "version");

    private final Dialect dialect;
    private final Path file;
    private final List<String> problems;
    private final List<HookEntry> entries = new ArrayList<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Set<String> disabled = new HashSet<>();

    private HookFile(Dialect dialect, Path file, List<String> problems) {
        this.dialect = dialect;
        this.file = file;
        this.problems = problems;
    }

    static List<HookEntry> read(Dialect dialect, Path file, List<String> problems) {
        HookFile reading = new HookFile(dialect, file, problems);
        try {
            reading.root(file.toString().endsWith(".toml") ? Toml.read(bytes(file)) : LocatedJson.read(bytes(file)));
        } catch (InvalidJsonException | IllegalArgumentException e) {
            problems.add(file + ": the file cannot be read as settings: " + e.getMessage());
        } catch (IOException e) {
            problems.add(file + ": the file cannot be read: " + e);
        }
        return reading.entries;
    }

    private static byte[] bytes(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(Files.exists(file) ? "it is no regular file" : "it is not there");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("it has more than " + MOST_BYTES + " bytes");
            }
            return bytes;
        }
    }

    private void root(LocatedJson root) {
        if (!(root instanceof LocatedJson.Fields fields)) {
            problem(root, "expected an object");
            return;
        }
        if (fields.values().get("disableAllHooks") instanceof LocatedJson.Scalar(Object flag, int line)
                && Boolean.TRUE.equals(flag)) {
            problems.add(file + ":" + line + ": disableAllHooks is on, so none of its hooks is run");
            return;
        }
        if (dialect.name().equals("claude") && fields.values().get("env") instanceof LocatedJson.Fields variables) {
            variables.values().forEach((name, value) -> settings.put(name, String.valueOf(value.plain())));
        }
        LocatedJson hooks = fields.values().get("hooks");
        if (isOff(hooks) || isOff(fields.values().get("hooksConfig"))) {
            return;
        }
        boolean atTop = hooks == null && fields.values().keySet().stream().anyMatch(it -> dialect.event(it) != null);
        if (atTop) {
            events(fields);
        } else if (hooks instanceof LocatedJson.Fields byEvent) {
            events(byEvent);
        } else if (hooks == null) {
            problem(root, "it has no hooks");
        } else {
            problem(hooks, "hooks is no object; expected lists of hooks by event");
        }
    }

    /** Whether a file says of all its hooks that they are off; the names of those that are off by themselves are kept. */
    private boolean isOff(@Nullable LocatedJson settings) {
        if (!(settings instanceof LocatedJson.Fields fields)) {
            return false;
        }
        if (fields.values().get("disabled") instanceof LocatedJson.Items names) {
            names.values().forEach(name -> disabled.add(String.valueOf(name.plain())));
        }
        LocatedJson enabled = fields.values().get("enabled");
        if (enabled == null || !Boolean.FALSE.equals(enabled.plain())) {
            return false;
        }
        problem(enabled, "enabled is false, so none of its hooks is run");
        return true;
    }

    private void events(LocatedJson.Fields byEvent) {
        byEvent.values().forEach((event, list) -> {
            if (dialect.event(event) == null) {
                if (list instanceof LocatedJson.Items && !NO_EVENTS.contains(event)) {
                    problem(
                            list,
                            "the event " + event + " of " + dialect.agent()
                                    + " cannot be mapped; its hooks are not run");
                }
            } else if (list instanceof LocatedJson.Items items) {
                items.values().forEach(item -> group(event, item));
            } else {
                problem(list, event + " is no list; its hooks are not run");
            }
        });
    }

    /** A group with a matcher, or a hook by itself. */
    private void group(String event, LocatedJson item) {
        if (!(item instanceof LocatedJson.Fields fields)) {
            problem(item, "a hook for " + event + " is no object; it is not run");
            return;
        }
        Map<String, LocatedJson> values = fields.values();
        LocatedJson hooks = values.get("hooks");
        if (hooks == null) {
            entry(event, fields, fields);
        } else if (hooks instanceof LocatedJson.Items items) {
            items.values().forEach(hook -> {
                if (hook instanceof LocatedJson.Fields handler) {
                    entry(event, fields, handler);
                } else {
                    problem(hook, "a hook for " + event + " is no object; it is not run");
                }
            });
        } else {
            problem(hooks, "hooks of a group for " + event + " is no list; it is not run");
        }
    }

    private void entry(String event, LocatedJson.Fields group, LocatedJson.Fields handler) {
        LocatedJson name =
                handler.values().getOrDefault("name", handler.values().get("command"));
        if (name != null && disabled.contains(String.valueOf(name.plain()))) {
            problem(handler, "the hook " + name.plain() + " is disabled; it is not run");
            return;
        }
        try {
            entries.add(EntryFields.entry(dialect, event, group, handler, settings, file));
        } catch (IllegalArgumentException e) {
            problem(handler, "a hook for " + event + " is not run: " + e.getMessage());
        }
    }

    private void problem(LocatedJson at, String what) {
        problems.add(file + ":" + at.line() + ": " + what);
    }
}
