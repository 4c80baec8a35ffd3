package dev.carabiner.cli.agent;

import dev.carabiner.bridge.dialect.GuardedAgent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is written where to have an agent ask: hooks inside a settings file of the agent's own, or a file that it finds.
 *
 * @param agent the agent
 * @param file relative to the user's home; empty if the agent reads none there
 * @param projectFile relative to a project; empty if the agent reads none there
 * @param settings how the hooks stand in the file
 * @param beside files of Carabiner's own that the agent wants beside it, relative to the same place
 * @param next what the user must still do
 */
public record AgentRegistration(
        GuardedAgent agent,
        String file,
        String projectFile,
        SettingsText settings,
        Map<String, String> beside,
        String next) {

    /** What switches all hooks off, in files of Claude Code and those that have its shape. */
    static final String SWITCH = "disableAllHooks";

    private static final int SECONDS = 600;

    private AgentRegistration(
            GuardedAgent agent,
            String file,
            String projectFile,
            Map<List<String>, Map<String, Object>> lists,
            Map<String, Object> plain,
            boolean ownFile,
            String next) {
        this(agent, file, projectFile, new JsonLists(lists, plain, ownFile), Map.of(), next);
    }

    /** What a command line of ours begins with, in whichever file it stands. */
    static boolean isOurs(Object entry, Path guard) {
        return String.valueOf(entry).contains(guard.toString());
    }

    /**
     * The registration of an agent.
     *
     * @throws IllegalArgumentException if there is no way to register with it
     */
    public static AgentRegistration of(GuardedAgent agent, Path guard) {
        String command = quoted(guard) + " " + agent.name();
        return switch (agent.name()) {
            case "claude" -> claude(agent, command, ".claude/settings.json", SECONDS, "");
            case "qwen" -> claude(agent, command, ".qwen/settings.json", SECONDS * 1000, "");
            case "codex" ->
                claude(
                        agent,
                        command,
                        ".codex/hooks.json",
                        SECONDS,
                        "Start codex and confirm the hooks with /hooks: until then it skips them without a word");
            case "droid" -> claude(agent, command, ".factory/settings.json", SECONDS, "");
            case "augment" -> claude(agent, command, ".augment/settings.json", SECONDS * 1000, "");
            case "grok" ->
                claude(agent, command, ".grok/hooks/carabiner.json", SECONDS, "Trust the folder in Grok Build");
            case "gemini" -> gemini(agent, command);
            case "copilot" -> copilot(agent, command);
            case "cursor" -> cursor(agent, command);
            case "windsurf" -> windsurf(agent, command);
            case "crush" ->
                simple(
                        agent,
                        ".config/crush/crush.json",
                        Map.of("name", "carabiner", "command", command, "timeout", 30),
                        "Crush does not ask for calls of sub-agents");
            case "devin" -> devin(agent, command);
            case "goose" -> goose(agent, command);
            case "kiro" -> kiro(agent, command);
            case "cline" -> cline(agent, command);
            case "opencode" -> openCode(agent, guard);
            case "kimi" -> kimi(agent, command);
            default ->
                throw new IllegalArgumentException("there is no way yet to register with "
                        + agent.dialect().agent() + "; by hand: have it run " + command);
        };
    }

    /** The files in which the agent's hooks can be switched off. */
    List<Path> switches(Path home, Path project) {
        List<Path> all = new ArrayList<>();
        if (!file.isEmpty()) {
            all.add(home.resolve(file));
        }
        if (!projectFile.isEmpty()) {
            all.add(project.resolve(projectFile));
        }
        if (agent.name().equals("claude")) {
            all.add(project.resolve(".claude/settings.local.json"));
            all.add(Path.of("/etc/claude-code/managed-settings.json"));
            all.add(Path.of("/Library/Application Support/ClaudeCode/managed-settings.json"));
        }
        return settings instanceof JsonLists ? all : List.of();
    }

    private static AgentRegistration claude(GuardedAgent agent, String command, String file, int timeout, String next) {
        Map<List<String>, Map<String, Object>> lists = new LinkedHashMap<>();
        boolean failsClosed = agent.name().equals("claude") && ClaudeVersion.knowsOnFailure(ClaudeVersion.installed());
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put("PreToolUse", "");
        kinds.put("UserPromptSubmit", "");
        kinds.put("PostToolUse", " after");
        kinds.put("SessionStart", " after");
        kinds.put("Stop", " after");
        kinds.put("SessionEnd", " after");
        kinds.forEach((event, kind) -> {
            boolean before = kind.isEmpty();
            Map<String, Object> hook = new LinkedHashMap<>();
            hook.put("type", "command");
            hook.put("command", command + kind);
            int unit = timeout / SECONDS;
            hook.put("timeout", before ? timeout : 10 * unit);
            if (before && failsClosed) {
                hook.put("onFailure", "block");
            }
            Map<String, Object> group = new LinkedHashMap<>();
            if (event.endsWith("ToolUse") && !agent.name().equals("codex")) {
                group.put("matcher", "*");
            }
            group.put("hooks", List.of(hook));
            lists.put(List.of("hooks", event), group);
        });
        boolean own = file.contains("carabiner") || file.endsWith("hooks.json");
        return new AgentRegistration(agent, file, file, lists, Map.of(), own, next);
    }

    private static AgentRegistration gemini(GuardedAgent agent, String command) {
        Map<List<String>, Map<String, Object>> lists = new LinkedHashMap<>();
        for (String event : List.of("BeforeTool", "BeforeAgent", "AfterTool", "SessionStart", "SessionEnd")) {
            boolean before = event.startsWith("Before");
            Map<String, Object> hook = new LinkedHashMap<>();
            hook.put("name", "carabiner");
            hook.put("type", "command");
            hook.put("command", command + (before ? "" : " after"));
            hook.put("timeout", before ? SECONDS * 1000 : 10_000);
            Map<String, Object> group = new LinkedHashMap<>();
            group.put("matcher", "*");
            group.put("hooks", List.of(hook));
            lists.put(List.of("hooks", event), group);
        }
        return new AgentRegistration(
                agent, ".gemini/settings.json", ".gemini/settings.json", lists, Map.of(), false, "");
    }

    private static AgentRegistration copilot(GuardedAgent agent, String command) {
        Map<List<String>, Map<String, Object>> lists = new LinkedHashMap<>();
        for (String event : List.of("preToolUse", "postToolUse", "userPromptSubmitted", "sessionStart", "sessionEnd")) {
            boolean before = event.equals("preToolUse") || event.startsWith("user");
            Map<String, Object> hook = new LinkedHashMap<>();
            hook.put("type", "command");
            hook.put("bash", command + (before ? " before " : " after ") + event);
            hook.put("timeoutSec", before ? SECONDS : 10);
            lists.put(List.of("hooks", event), hook);
        }
        return new AgentRegistration(
                agent,
                ".copilot/hooks/carabiner.json",
                ".github/hooks/carabiner.json",
                lists,
                Map.of("version", 1),
                true,
                "");
    }

    private static AgentRegistration cursor(GuardedAgent agent, String command) {
        Map<List<String>, Map<String, Object>> lists = new LinkedHashMap<>();
        for (String event : List.of(
                "preToolUse",
                "beforeShellExecution",
                "beforeMCPExecution",
                "beforeReadFile",
                "beforeSubmitPrompt",
                "postToolUse",
                "sessionStart",
                "sessionEnd")) {
            boolean before = event.startsWith("before") || event.equals("preToolUse");
            Map<String, Object> hook = new LinkedHashMap<>();
            hook.put("command", command + (before ? "" : " after"));
            hook.put("timeout", before ? SECONDS : 10);
            if (before) {
                hook.put("failClosed", true);
            }
            lists.put(List.of("hooks", event), hook);
        }
        return new AgentRegistration(
                agent, ".cursor/hooks.json", ".cursor/hooks.json", lists, Map.of("version", 1), false, "");
    }

    private static AgentRegistration windsurf(GuardedAgent agent, String command) {
        Map<List<String>, Map<String, Object>> lists = new LinkedHashMap<>();
        for (String event :
                List.of("pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use", "pre_user_prompt")) {
            Map<String, Object> hook = new LinkedHashMap<>();
            hook.put("command", command);
            hook.put("show_output", true);
            lists.put(List.of("hooks", event), hook);
        }
        return new AgentRegistration(
                agent, ".codeium/windsurf/hooks.json", ".windsurf/hooks.json", lists, Map.of(), false, "");
    }

    private static AgentRegistration simple(GuardedAgent agent, String file, Map<String, Object> entry, String next) {
        return new AgentRegistration(
                agent,
                file,
                "",
                Map.of(List.of("hooks", "PreToolUse"), new LinkedHashMap<>(entry)),
                Map.of(),
                false,
                next);
    }

    private static AgentRegistration devin(GuardedAgent agent, String command) {
        Map<String, Object> hook = new LinkedHashMap<>();
        hook.put("type", "command");
        hook.put("command", command);
        hook.put("timeout", SECONDS);
        return new AgentRegistration(
                agent,
                "",
                ".devin/hooks.v1.json",
                Map.of(List.of("PreToolUse"), new LinkedHashMap<>(Map.of("hooks", List.of(hook)))),
                Map.of(),
                false,
                "");
    }

    private static AgentRegistration goose(GuardedAgent agent, String command) {
        Map<String, Object> hook = new LinkedHashMap<>();
        hook.put("type", "command");
        hook.put("command", command);
        hook.put("timeout", 30);
        Map<List<String>, Map<String, Object>> lists =
                Map.of(List.of("hooks", "PreToolUse"), new LinkedHashMap<>(Map.of("hooks", List.of(hook))));
        return new AgentRegistration(
                agent,
                ".agents/plugins/carabiner/hooks/hooks.json",
                "",
                new JsonLists(lists, Map.of(), true),
                Map.of(".agents/plugins/carabiner/plugin.json", "{\"name\": \"carabiner\", \"version\": \"1.0.0\"}\n"),
                "");
    }

    private static AgentRegistration kiro(GuardedAgent agent, String command) {
        Map<String, Object> action = new LinkedHashMap<>();
        action.put("type", "command");
        action.put("command", command);
        Map<String, Object> hook = new LinkedHashMap<>();
        hook.put("name", "carabiner");
        hook.put("trigger", "PreToolUse");
        hook.put("action", action);
        hook.put("timeout", 30);
        hook.put("enabled", true);
        return new AgentRegistration(
                agent,
                ".kiro/hooks/carabiner.json",
                "",
                Map.of(List.of("hooks"), hook),
                Map.of("version", "v1"),
                true,
                "");
    }

    /** The script denies also when the file that it runs is gone. */
    private static AgentRegistration cline(GuardedAgent agent, String command) {
        String denial =
                "{\"cancel\":true,\"errorMessage\":\"Carabiner: its file guard could not be run; install it anew\"}";
        String script = "#!/bin/sh\n# Written by 'carabiner install': Cline asks Carabiner before each tool call.\n"
                + command + " || printf '%s\\n' '" + denial + "'\n";
        return new AgentRegistration(
                agent,
                ".cline/hooks/PreToolUse.sh",
                ".cline/hooks/PreToolUse.sh",
                new OwnFile(script, true),
                Map.of(),
                "Switch hooks on in Cline's settings, and look there whether it lists PreToolUse");
    }

    private static AgentRegistration openCode(GuardedAgent agent, Path guard) {
        String name = guard.toString().replace("\\", "\\\\").replace("\"", "\\\"");
        return new AgentRegistration(
                agent,
                ".config/opencode/plugins/carabiner.js",
                ".opencode/plugins/carabiner.js",
                new OwnFile(GuardFile.resource("opencode.js").replace("@GUARD@", name), false),
                Map.of(),
                "");
    }

    private static AgentRegistration kimi(GuardedAgent agent, String command) {
        String name = command.replace("\\", "\\\\").replace("\"", "\\\"");
        String block = "[[hooks]] # written by 'carabiner install'\nevent = \"PreToolUse\"\ncommand = \"" + name
                + "\"\ntimeout = " + SECONDS + "\n\n";
        return new AgentRegistration(agent, ".kimi-code/config.toml", "", new TomlBlock("hooks", block), Map.of(), "");
    }

    /** The agents that can be registered. */
    public static List<String> agents() {
        List<String> names = new ArrayList<>();
        for (GuardedAgent agent : GuardedAgent.all()) {
            try {
                names.add(of(agent, Path.of("/guard")).agent().name());
            } catch (IllegalArgumentException e) {
                // there is no way
            }
        }
        return names;
    }

    private static String quoted(Path guard) {
        String name = guard.toString();
        return name.matches("[A-Za-z0-9_./@%+=:,-]*") ? name : "'" + name.replace("'", "'\\''") + "'";
    }
}
