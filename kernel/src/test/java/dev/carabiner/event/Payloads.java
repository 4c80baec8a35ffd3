package dev.carabiner.event;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A full payload of every event of document 5, as it stands there, and of the other known events as SPEC names them. */
final class Payloads {

    private static final Map<String, String> SHAPES = new LinkedHashMap<>();

    static {
        documented();
        SHAPES.put("session:resume", "");
        SHAPES.put("session:fork", "parent_session_id:str");
        SHAPES.put("prompt:complete", "prompt:str response:str");
        SHAPES.put("execution:start", "prompt:str");
        SHAPES.put("execution:complete", "response:str status:str");
        SHAPES.put("provider:request", "provider:str model:str messages:dicts");
        SHAPES.put("provider:response", "provider:str model:str usage:dict duration_ms:int");
        SHAPES.put("provider:retry", "provider:str model:str attempt:int delay_ms:int error:dict");
        SHAPES.put("content_block:start", "index:int block_type:str");
        SHAPES.put("content_block:delta", "index:int delta:str");
        SHAPES.put("content_block:end", "index:int block_type:str");
        SHAPES.put("context:post_compact", "trigger:str current_tokens:int messages_count:int");
        SHAPES.put(
                "approval:required",
                "request_id:str hook_name:str source_event:str tool_name:str prompt:str "
                        + "options:strs timeout_ms:int by_default:str digest:str");
        SHAPES.put(
                "approval:granted",
                "request_id:str hook_name:str source_event:str tool_name:str prompt:str "
                        + "decided_by:str how:str cached:bool");
        SHAPES.put(
                "approval:denied",
                "request_id:str hook_name:str source_event:str tool_name:str prompt:str "
                        + "decided_by:str how:str reason:str");
        SHAPES.put("policy:violation", "reason:str policy:str hook_name:str tool_name:str");
        SHAPES.put("artifact:write", "path:str bytes:int");
        SHAPES.put("artifact:read", "path:str bytes:int");
        SHAPES.put("cancel:requested", "level:str");
        SHAPES.put("cancel:completed", "level:str");
        SHAPES.put("module:load_failed", "module:str error:dict");
    }

    private Payloads() {}

    private static void documented() {
        SHAPES.put("session:start", "mount_plan:dict source:str");
        SHAPES.put("session:end", "reason:str duration_ms:int stats:dict");
        SHAPES.put("prompt:submit", "prompt:str metadata:dict");
        SHAPES.put("tool:pre", "tool_name:str tool_input:dict");
        SHAPES.put("tool:post", "tool_name:str tool_input:dict tool_result:dict success:bool duration_ms:int");
        SHAPES.put(
                "orchestrator:complete",
                "orchestrator:str final_message:dict turn_count:int duration_ms:int status:str");
        SHAPES.put("agent:spawn", "parent_session_id:str agent_name:str task:str config_override:dict");
        SHAPES.put(
                "agent:complete",
                "parent_session_id:str agent_name:str task:str result:dict duration_ms:int status:str");
        SHAPES.put("context:pre_compact", "trigger:str current_tokens:int target_tokens:int messages_count:int");
        SHAPES.put("user:notification", "notification_type:str message:str metadata:dict");
        SHAPES.put("decision:tool_resolution", "available_tools:strs selected_tool:str reason:str");
        SHAPES.put("decision:agent_resolution", "agent_name:str reason:str");
        SHAPES.put("decision:context_resolution", "strategy:str reason:str");
        SHAPES.put("error:tool", "tool_name:str error:dict");
        SHAPES.put("error:provider", "provider:str error:dict");
        SHAPES.put("error:orchestration", "error:dict");
    }

    /** Every event that SPEC.md knows. */
    static Iterable<String> events() {
        return SHAPES.keySet();
    }

    static EventData of(String event) {
        EventData data = EventData.of("session_id", "s-1", "timestamp", "2026-02-03T04:05:06Z");
        for (String field : SHAPES.get(event).split(" ")) {
            if (!field.isEmpty()) {
                data = data.with(field.split(":")[0], example(field.split(":")[1]));
            }
        }
        return data;
    }

    private static Object example(String type) {
        return switch (type) {
            case "str" -> "text";
            case "int" -> 7;
            case "bool" -> true;
            case "dict" -> Map.of("key", "value");
            case "strs" -> List.of("a", "b");
            case "dicts" -> List.of(Map.of("key", "value"));
            default -> throw new IllegalArgumentException(type);
        };
    }
}
