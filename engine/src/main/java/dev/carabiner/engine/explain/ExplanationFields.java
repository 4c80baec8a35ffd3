package dev.carabiner.engine.explain;

import dev.carabiner.event.EventData;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of an explanation, schema 1, whether hooks were called for it or a record tells it. A field is added without a
 * new number; one that changes or goes has one.
 *
 * @param rulesLookedAt null if that is not known
 * @param elapsed in seconds
 */
record ExplanationFields(
        String event,
        String bundle,
        String action,
        String reason,
        String decidedBy,
        String verdict,
        @Nullable String objection,
        EventData data,
        List<EventData> injections,
        List<EventData> questions,
        List<EventData> messages,
        List<EventData> runs,
        List<EventData> notRun,
        List<EventData> modifications,
        @Nullable Integer rulesLookedAt,
        List<EventData> flips,
        double elapsed) {

    private static final int SCHEMA = 1;

    EventData json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("schema", SCHEMA);
        json.put("event", event);
        json.put("bundle", bundle);
        json.put("action", action);
        json.put("reason", reason);
        json.put("decided_by", decidedBy);
        json.put("verdict", verdict);
        json.put("objection", objection);
        json.put("data", data);
        json.put("injections", injections);
        json.put("questions", questions);
        json.put("messages", messages);
        json.put("runs", runs);
        json.put("not_run", notRun);
        json.put("modifications", modifications);
        json.put("rules_looked_at", rulesLookedAt);
        json.put("flips", flips);
        json.put("elapsed", elapsed);
        return EventData.of(json);
    }

    static EventData injection(
            String hook, String text, @Nullable Object role, @Nullable Object ephemeral, @Nullable Boolean appended) {
        return EventData.of(
                "hook",
                hook,
                "text",
                text,
                "role",
                role,
                "ephemeral",
                ephemeral,
                "append_to_last_tool_result",
                appended);
    }

    /** @param timeout in seconds */
    static EventData question(
            String hook,
            String prompt,
            @Nullable Object options,
            @Nullable Double timeout,
            @Nullable Object byDefault,
            String reason,
            @Nullable String scope,
            @Nullable String rule,
            @Nullable Object ruleDecision) {
        return EventData.of(
                "hook",
                hook,
                "prompt",
                prompt,
                "options",
                options,
                "timeout",
                timeout,
                "default",
                byDefault,
                "reason",
                reason,
                "scope",
                scope,
                "rule",
                rule,
                "rule_decision",
                ruleDecision);
    }

    static EventData message(String source, String text, Object level) {
        return EventData.of("source", source, "text", text, "level", level);
    }

    /** @param elapsed in seconds */
    static EventData run(
            String hook,
            long priority,
            String action,
            String reason,
            String because,
            @Nullable EventData failure,
            boolean again,
            double elapsed,
            String output) {
        return EventData.of(
                "hook",
                hook,
                "priority",
                priority,
                "action",
                action,
                "reason",
                reason,
                "because",
                because,
                "failure",
                failure,
                "again",
                again,
                "elapsed",
                elapsed,
                "output",
                output);
    }

    static EventData failure(Object kind, @Nullable String message, @Nullable Object policy) {
        return EventData.of("kind", kind, "message", message, "policy", policy);
    }

    static EventData notRun(String hook, long priority, String why) {
        return EventData.of("hook", hook, "priority", priority, "why", why);
    }

    static EventData modification(String hook, long priority, List<EventData> patch) {
        return EventData.of("hook", hook, "priority", priority, "patch", patch);
    }

    static EventData flip(String hook, long priority, String action, String decidedBy) {
        return EventData.of("hook", hook, "priority", priority, "action", action, "decided_by", decidedBy);
    }
}
