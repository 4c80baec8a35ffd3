package dev.carabiner.cli.agent;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import org.jspecify.annotations.Nullable;

/** The denial of an agent before a tool, where not even its event could be read. */
final class Denials {

    private Denials() {}

    static Said of(String agent, String reason) {
        EventData json = json(agent, reason);
        return new Said(json == null || agent.equals(HookRequest.AUTO) ? 2 : 0, json(json), reason, false);
    }

    private static String json(@Nullable EventData json) {
        return json == null ? "" : EventDataJson.write(json);
    }

    /** For an agent that is not known: words that one or the other understands, beside the exit code. */
    private static @Nullable EventData json(String agent, String reason) {
        return switch (agent) {
            case HookRequest.AUTO -> EventData.of("cancel", true, "errorMessage", reason);
            case "cline" -> EventData.of("cancel", true, "errorMessage", reason);
            case "gemini" -> EventData.of("decision", "deny", "reason", reason);
            case "copilot" -> EventData.of("permissionDecision", "deny", "permissionDecisionReason", reason);
            case "cursor" ->
                EventData.of("permission", "deny", "continue", false, "user_message", reason, "agent_message", reason);
            case "opencode" -> EventData.of("allow", false, "reason", reason);
            default -> null;
        };
    }
}
