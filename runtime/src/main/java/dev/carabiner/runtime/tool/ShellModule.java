package dev.carabiner.runtime.tool;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.process.Command;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** {@code tool-bash}: the shell. */
public final class ShellModule implements ToolModule {

    @Override
    public String name() {
        return "tool-bash";
    }

    @Override
    public String description() {
        return "Bash: runs a command in the workspace, with a time limit and without the host's secrets";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of(
                "env", ConfigType.TEXTS,
                "timeout", ConfigType.DURATION,
                "max_timeout", ConfigType.DURATION,
                "max_output", ConfigType.NUMBER);
    }

    @Override
    public EventData configDefaults() {
        return EventData.of(
                "env", List.of(), "timeout", "2m", "max_timeout", "10m", "max_output", Command.DEFAULT_OUTPUT);
    }

    @Override
    public List<Tool> create(EventData settings, Workspace workspace) {
        HookConfig config = HookConfig.of(settings);
        Duration most = config.duration("max_timeout", Duration.ofMinutes(10));
        Duration usual = config.duration("timeout", Command.DEFAULT_LIMIT);
        BashTool.Limits limits = new BashTool.Limits(
                usual.compareTo(most) < 0 ? usual : most, most, config.number("max_output", Command.DEFAULT_OUTPUT));
        return List.of(new BashTool(workspace, config.texts("env", List.of()), limits));
    }
}
