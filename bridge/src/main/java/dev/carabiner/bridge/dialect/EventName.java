package dev.carabiner.bridge.dialect;

import dev.carabiner.event.EventData;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which event a payload is of. Most say it; some are told by the fields they have. */
final class EventName {

    /** Copilot's payloads in camel case do not name their event: the first field that is there tells. */
    private static final Map<String, String> COPILOT = new LinkedHashMap<>();

    private static final Map<String, String> CLINE = Map.of(
            "tool_call", "PreToolUse",
            "tool_result", "PostToolUse",
            "prompt_submit", "UserPromptSubmit",
            "agent_start", "TaskStart",
            "agent_resume", "TaskResume",
            "agent_end", "TaskComplete",
            "agent_abort", "TaskCancel",
            "pre_compact", "PreCompact");

    static {
        COPILOT.put("toolResult", "postToolUse");
        COPILOT.put("toolName", "preToolUse");
        COPILOT.put("prompt", "userPromptSubmitted");
        COPILOT.put("initialPrompt", "sessionStart");
        COPILOT.put("source", "sessionStart");
        COPILOT.put("stopReason", "agentStop");
        COPILOT.put("reason", "sessionEnd");
        COPILOT.put("error", "errorOccurred");
    }

    private EventName() {}

    /** In files of Claude Code, Cursor's events have the names that Claude Code gives them. */
    private static String cursors(String name) {
        return name.equals("UserPromptSubmit")
                ? "beforeSubmitPrompt"
                : name.isEmpty() ? name : Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    static String in(Dialect dialect, EventData payload) {
        for (String key : new String[] {"hook_event_name", "hookEventName", "agent_action_name", "event"}) {
            if (payload.get(key) instanceof String name) {
                return dialect.name().equals("cursor") ? cursors(name) : name;
            }
        }
        if (payload.get("hookName") instanceof String name) {
            return CLINE.getOrDefault(name, name);
        }
        if (dialect.name().equals("opencode")) {
            return payload.has("tool") ? "tool.execute.before" : "";
        }
        return dialect.name().equals("copilot")
                ? COPILOT.entrySet().stream()
                        .filter(it -> payload.has(it.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse("")
                : "";
    }
}
