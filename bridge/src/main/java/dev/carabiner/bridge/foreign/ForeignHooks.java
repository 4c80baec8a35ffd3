package dev.carabiner.bridge.foreign;

import dev.carabiner.bridge.dialect.Dialect;
import dev.carabiner.bridge.dialect.Dialects;
import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs the hook files of another agent as they are. Where that agent would go on because a hook failed, the failure policy
 * decides here: a hook that can block denies, unless the bundle says otherwise.
 */
public final class ForeignHooks implements HookModule {

    @Override
    public String name() {
        return "foreign-hooks";
    }

    @Override
    public String description() {
        return "Runs hook files of other agents: "
                + String.join(", ", Dialects.all().stream().map(Dialect::agent).toList()) + ".";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of(
                "dialect", ConfigType.TEXT,
                "files", ConfigType.FILES,
                "project", ConfigType.FILE,
                "env", ConfigType.TEXTS);
    }

    @Override
    public EventData configDefaults() {
        return EventData.of("dialect", "claude", "env", List.of());
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) {
        Dialect dialect = Dialects.named(config.text("dialect", "claude"));
        List<String> problems = new ArrayList<>();
        List<HookEntry> entries = new ArrayList<>();
        for (Path file : config.files("files")) {
            entries.addAll(HookFiles.read(dialect, file, problems));
        }
        problems.forEach(problem -> mount.display().show(UserMessage.of(problem, Level.WARNING)));
        if (entries.isEmpty()) {
            throw new IllegalArgumentException(
                    problems.isEmpty()
                            ? "files names no hook; expected a list of hook files"
                            : String.join("; ", problems));
        }
        Path project = config.files("project").stream().findFirst().orElse(null);
        return new ForeignMount(dialect, mount, config, project).register(entries);
    }
}
