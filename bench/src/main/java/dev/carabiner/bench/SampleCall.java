package dev.carabiner.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/** The event that each contestant emits: a tool is about to run. Five fields, built once. */
record SampleCall(
        String sessionId, String timestamp, String toolName, String toolCallId, Map<String, Object> toolInput) {
    static final String EVENT = "tool:pre";

    /** Events with one handler each that are never emitted, so that no look-up is one in an empty table. */
    static final String[] BYSTANDERS = {"session:start", "session:end", "tool:post"};

    static SampleCall sample() {
        return new SampleCall("s-1", "2026-01-01T00:00:00Z", "bash", "call-17", Map.of("command", "ls -l src"));
    }

    Map<String, Object> asMap() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("session_id", sessionId);
        fields.put("timestamp", timestamp);
        fields.put("tool_name", toolName);
        fields.put("tool_call_id", toolCallId);
        fields.put("tool_input", toolInput);
        return fields;
    }
}
