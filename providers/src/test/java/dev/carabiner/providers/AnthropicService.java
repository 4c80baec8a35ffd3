package dev.carabiner.providers;

import dev.carabiner.runtime.provider.ProviderModule;
import java.util.ArrayList;
import java.util.List;

final class AnthropicService implements Service {

    private static final String START = event(
            "message_start",
            "\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude-test\","
                    + "\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,"
                    + "\"usage\":{\"input_tokens\":11,\"output_tokens\":1}}");

    @Override
    public ProviderModule module() {
        return new AnthropicProviderModule();
    }

    @Override
    public String model() {
        return "claude-test";
    }

    @Override
    public String keyHeader() {
        return "x-api-key";
    }

    @Override
    public String keyPrefix() {
        return "";
    }

    @Override
    public String answerPath() {
        return "/v1/messages";
    }

    @Override
    public String streamPath() {
        return answerPath();
    }

    @Override
    public String answer() {
        return """
                {"id":"msg_1","type":"message","role":"assistant","model":"claude-test",
                 "content":[{"type":"text","text":"Hello there"}],
                 "stop_reason":"end_turn","stop_sequence":null,
                 "usage":{"input_tokens":11,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":7}}""";
    }

    @Override
    public String toolCalls() {
        return """
                {"id":"msg_1","type":"message","role":"assistant","model":"claude-test",
                 "content":[{"type":"text","text":"Looking."},
                   {"type":"tool_use","id":"c1","name":"Read","input":{"path":"a.txt"}},
                   {"type":"tool_use","id":"c2","name":"Bash","input":{"command":"ls","timeout":5}}],
                 "stop_reason":"tool_use","stop_sequence":null,
                 "usage":{"input_tokens":11,"output_tokens":7}}""";
    }

    @Override
    public String streamType() {
        return "text/event-stream; charset=utf-8";
    }

    @Override
    public List<String> stream() {
        List<String> events = new ArrayList<>(List.of(START, "event: ping\ndata: {\"type\":\"ping\"}\n\n"));
        events.addAll(text(0, "Hello", " there"));
        events.addAll(end("end_turn"));
        return events;
    }

    @Override
    public List<String> streamedToolCalls() {
        List<String> events = new ArrayList<>(List.of(START));
        events.addAll(text(0, "Looking."));
        events.addAll(call(1, "c1", "Read", "", "{\\\"path\\\":", "\\\"a.txt\\\"}"));
        events.addAll(call(2, "c2", "Bash", "", "{\\\"command\\\":\\\"ls\\\",\\\"timeout\\\":5}"));
        events.addAll(end("tool_use"));
        return events;
    }

    @Override
    public List<String> streamedThinking() {
        List<String> events = new ArrayList<>(List.of(
                START,
                event(
                        "content_block_start",
                        "\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}"),
                event(
                        "content_block_delta",
                        "\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"Hm.\"}"),
                event(
                        "content_block_delta",
                        "\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"EqQ=\"}"),
                event("content_block_stop", "\"index\":0")));
        events.addAll(text(1, "Yes"));
        events.addAll(end("end_turn"));
        return events;
    }

    @Override
    public String error(String message) {
        return "{\"type\":\"error\",\"error\":{\"type\":\"some_error\",\"message\":\"" + message
                + "\"},\"request_id\":\"req_1\"}";
    }

    @Override
    public List<String> brokenStream(String message) {
        List<String> events = new ArrayList<>(List.of(START));
        events.addAll(text(0, "Hello"));
        events.add(event("error", "\"error\":{\"type\":\"overloaded_error\",\"message\":\"" + message + "\"}"));
        return events;
    }

    @Override
    public List<String> streamedNonsense() {
        List<String> events = new ArrayList<>(List.of(START));
        events.addAll(call(0, "c1", "Bash", "[1, ", "2]"));
        events.addAll(end("tool_use"));
        return events;
    }

    @Override
    public boolean argumentsAreText() {
        return true;
    }

    @Override
    public String stopWord() {
        return "end_turn";
    }

    @Override
    public String toolStopWord() {
        return "tool_use";
    }

    @Override
    public String request() {
        return """
                {"model":"claude-test","stream":false,"max_tokens":8192,
                 "system":[{"type":"text","text":"Be terse."},{"type":"text","text":"Today is Monday."}],
                 "messages":[
                   {"role":"user","content":[{"type":"text","text":"Look around"}]},
                   {"role":"assistant","content":[{"type":"text","text":"Looking."},
                     {"type":"tool_use","id":"c1","name":"Read","input":{"path":"a.txt"}},
                     {"type":"tool_use","id":"c2","name":"Bash","input":{"command":"ls","timeout":5}}]},
                   {"role":"user","content":[
                     {"type":"tool_result","tool_use_id":"c1","content":"one"},
                     {"type":"tool_result","tool_use_id":"c2","content":"(nothing)","is_error":true}]},
                   {"role":"user","content":[{"type":"text","text":"<system>\\nLint is fine.\\n</system>"}]},
                   {"role":"user","content":[{"type":"text","text":"Go on"}]}],
                 "tools":[
                   {"name":"Read","description":"Reads a file","input_schema":{"type":"object",
                     "properties":{"path":{"type":"string","description":"Where"}},"required":["path"]}},
                   {"name":"Edit","description":"Edits a file","input_schema":{"type":"object",
                     "properties":{
                       "mode":{"type":"string","enum":["once","all"]},
                       "count":{"type":"integer"},"share":{"type":"number"},"dry":{"type":"boolean"},
                       "edits":{"type":"array","items":{"type":"object",
                         "properties":{"old":{"type":"string"},"new":{"type":"string"}},"required":["old","new"]}},
                       "limit":{"type":"integer","minimum":1}},
                     "required":["edits"]}}]}""";
    }

    private static List<String> text(int index, String... pieces) {
        List<String> events = new ArrayList<>();
        events.add(event(
                "content_block_start", "\"index\":" + index + ",\"content_block\":{\"type\":\"text\",\"text\":\"\"}"));
        for (String piece : pieces) {
            events.add(event(
                    "content_block_delta",
                    "\"index\":" + index + ",\"delta\":{\"type\":\"text_delta\",\"text\":\"" + piece + "\"}"));
        }
        events.add(event("content_block_stop", "\"index\":" + index));
        return events;
    }

    private static List<String> call(int index, String id, String name, String... pieces) {
        List<String> events = new ArrayList<>();
        events.add(event(
                "content_block_start",
                "\"index\":" + index + ",\"content_block\":{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\""
                        + name + "\",\"input\":{}}"));
        for (String piece : pieces) {
            events.add(event(
                    "content_block_delta",
                    "\"index\":" + index + ",\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"" + piece
                            + "\"}"));
        }
        events.add(event("content_block_stop", "\"index\":" + index));
        return events;
    }

    private static List<String> end(String reason) {
        return List.of(
                event(
                        "message_delta",
                        "\"delta\":{\"stop_reason\":\"" + reason
                                + "\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":7}"),
                event("message_stop", ""));
    }

    private static String event(String type, String fields) {
        String more = fields.isEmpty() ? "" : "," + fields;
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"" + more + "}\n\n";
    }

    @Override
    public String toString() {
        return module().name();
    }
}
