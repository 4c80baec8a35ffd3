package dev.carabiner.hooks;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Registration;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The agent knows the state of the repository without having to ask. Where there is none, it is told nothing. */
public final class GitStatus implements HookModule {

    private static final String NAME = "git-status";
    private static final int LONGEST_LINE = 200;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Tells the agent the branch, the changed files and the last commits.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of(
                "on", ConfigType.TEXT,
                "lines", ConfigType.NUMBER,
                "commits", ConfigType.NUMBER);
    }

    @Override
    public EventData configDefaults() {
        return EventData.of("on", "session", "lines", 40, "commits", 5);
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) throws Exception {
        boolean eachPrompt = Choice.of(NAME, "on", config.text("on", "session"), "session", "prompt")
                .equals("prompt");
        int lines = InvalidSettingException.atLeastOne(NAME, "lines", config.number("lines", 40));
        int commits = config.number("commits", 5);
        Repository repository =
                new Repository(Workspace.at(mount.workingDirectory()).root(), SessionRunner.of(mount));
        HookHandler handler = (event, data) -> {
            String told = told(repository, lines, commits);
            HookResult.InjectContext injection =
                    told == null ? null : HookResult.inject(told).suppressOutput();
            return injection == null || !eachPrompt ? injection : injection.ephemeral();
        };
        List<String> events = eachPrompt ? List.of("prompt:submit") : List.of("session:start", "session:resume");
        return new Mounted(events.stream()
                .map(event -> registered(mount, config, event, handler))
                .toList());
    }

    private static Registration registered(Mount mount, HookConfig config, String event, HookHandler handler) {
        return mount.hooks().register(config.options(HookOptions.forEvent(event).name(NAME)), handler);
    }

    private static @Nullable String told(Repository repository, int lines, int commits) throws Exception {
        String status = repository.status();
        if (status == null) {
            return null;
        }
        String log = commits < 1 ? "" : repository.lastCommits(commits);
        return "Git status:\n" + shortened(status, lines)
                + (log.isBlank() ? "" : "\nLast commits:\n" + shortened(log, commits));
    }

    private static String shortened(String text, int most) {
        List<String> lines = text.lines().toList();
        String kept = lines.stream()
                .limit(most)
                .map(line -> line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + " [cut]")
                .collect(Collectors.joining("\n"));
        return lines.size() <= most ? kept : kept + "\n[" + (lines.size() - most) + " more lines]";
    }
}
