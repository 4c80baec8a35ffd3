package dev.carabiner.bridge.dialect;

import dev.carabiner.event.EventData;

/**
 * Tells by a payload which agent sends it. Several agents load the hook files of others themselves, so that one registration
 * is called with different payloads.
 */
public final class Callers {

    private Callers() {}

    /**
     * The name of the agent.
     *
     * @throws UnknownPayloadException if it is none that is known
     */
    public static String of(EventData payload) {
        if (payload.has("cursor_version")) {
            return "cursor";
        }
        if (payload.has("agent_action_name")) {
            return "windsurf";
        }
        if (payload.has("hookName")) {
            return "cline";
        }
        if (payload.has("toolName") || (payload.has("sessionId") && !payload.has("hook_event_name"))) {
            return "copilot";
        }
        if (payload.get("hook_event_name") instanceof String event) {
            return named(payload, event);
        }
        if (payload.get("event") instanceof String) {
            return payload.has("working_dir") || payload.has("matcher_context") ? "goose" : "crush";
        }
        if (payload.has("sessionID") && payload.has("tool")) {
            return "opencode";
        }
        throw new UnknownPayloadException("it is no event of an agent that is known; it has "
                + (payload.asMap().isEmpty()
                        ? "no fields"
                        : "the fields "
                                + AnswerFields.shown(
                                        String.join(", ", payload.asMap().keySet()))));
    }

    /**
     * The agent that a payload came from which was sent to the hook of another one. Claude Code's files are loaded by several
     * agents; those that can be told by their payload are named here, the others speak as Claude Code does.
     */
    public static String in(String registered, EventData payload) {
        if (!registered.equals("claude")) {
            return registered;
        }
        return payload.has("cursor_version") ? "cursor" : payload.has("toolName") ? "copilot" : registered;
    }

    private static String named(EventData payload, String event) {
        if (payload.has("turn_id")) {
            return "codex";
        }
        if (Gemini.DIALECT.event(event) != null && Claude.DIALECT.event(event) == null) {
            return "gemini";
        }
        boolean stamped = payload.get("timestamp") instanceof String;
        if (stamped && payload.has("transcript_path")) {
            return payload.has("permission_mode") ? "qwen" : "gemini";
        }
        if (!payload.has("session_id")) {
            return "kiro";
        }
        return "claude";
    }
}
