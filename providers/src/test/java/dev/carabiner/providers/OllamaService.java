package dev.carabiner.providers;

import dev.carabiner.runtime.provider.ProviderModule;
import java.util.List;

final class OllamaService implements Service {

    @Override
    public ProviderModule module() {
        return new OllamaProviderModule();
    }

    @Override
    public String model() {
        return "test:8b";
    }

    @Override
    public String keyHeader() {
        return "authorization";
    }

    @Override
    public String keyPrefix() {
        return "Bearer ";
    }

    @Override
    public String answerPath() {
        return "/api/chat";
    }

    @Override
    public String streamPath() {
        return answerPath();
    }

    @Override
    public String answer() {
        return done("\"content\":\"Hello there\"");
    }

    @Override
    public String toolCalls() {
        return done("\"content\":\"Looking.\",\"tool_calls\":[" + call(0, "Read", "{\"path\":\"a.txt\"}") + ","
                + call(1, "Bash", "{\"command\":\"ls\",\"timeout\":5}") + "]");
    }

    @Override
    public String streamType() {
        return "application/x-ndjson";
    }

    @Override
    public List<String> stream() {
        return List.of(
                part("\"content\":\"Hello\"") + "\n",
                part("\"content\":\" there\"") + "\n",
                done("\"content\":\"\"") + "\n");
    }

    @Override
    public List<String> streamedToolCalls() {
        return List.of(
                part("\"content\":\"Looking.\"") + "\n",
                part("\"content\":\"\",\"tool_calls\":[" + call(0, "Read", "{\"path\":\"a.txt\"}") + "]") + "\n",
                part("\"content\":\"\",\"tool_calls\":[" + call(1, "Bash", "{\"command\":\"ls\",\"timeout\":5}") + "]")
                        + "\n",
                done("\"content\":\"\"") + "\n");
    }

    @Override
    public List<String> streamedThinking() {
        return List.of(
                part("\"content\":\"\",\"thinking\":\"Hm.\"") + "\n",
                part("\"content\":\"Yes\"") + "\n",
                done("\"content\":\"\"") + "\n");
    }

    @Override
    public String error(String message) {
        return "{\"error\":\"" + message + "\"}";
    }

    @Override
    public List<String> brokenStream(String message) {
        return List.of(stream().getFirst(), error(message) + "\n");
    }

    @Override
    public List<String> streamedNonsense() {
        return List.of(
                part("\"content\":\"\",\"tool_calls\":[" + call(0, "Bash", "[1, 2]") + "]") + "\n",
                done("\"content\":\"\"") + "\n");
    }

    @Override
    public String stopWord() {
        return "stop";
    }

    @Override
    public String toolStopWord() {
        return "stop";
    }

    @Override
    public String request() {
        return """
                {"model":"test:8b","stream":false,"options":{"stop":[]},"messages":[
                   {"role":"system","content":"Be terse."},
                   {"role":"system","content":"Today is Monday."},
                   {"role":"user","content":"Look around"},
                   {"role":"assistant","content":"Looking.","tool_calls":[
                     {"id":"c1","function":{"name":"Read","arguments":{"path":"a.txt"}}},
                     {"id":"c2","function":{"name":"Bash","arguments":{"command":"ls","timeout":5}}}]},
                   {"role":"tool","tool_name":"Read","content":"one"},
                   {"role":"tool","tool_name":"Bash","content":"(nothing)"},
                   {"role":"system","content":"Lint is fine."},
                   {"role":"user","content":"Go on"}],
                 "tools":[
                   {"type":"function","function":{"name":"Read","description":"Reads a file","parameters":{"type":"object",
                     "properties":{"path":{"type":"string","description":"Where"}},"required":["path"]}}},
                   {"type":"function","function":{"name":"Edit","description":"Edits a file","parameters":{"type":"object",
                     "properties":{
                       "mode":{"type":"string","enum":["once","all"]},
                       "count":{"type":"integer"},"share":{"type":"number"},"dry":{"type":"boolean"},
                       "edits":{"type":"array","items":{"type":"object",
                         "properties":{"old":{"type":"string"},"new":{"type":"string"}},"required":["old","new"]}},
                       "limit":{"type":"integer","minimum":1}},
                     "required":["edits"]}}}]}""";
    }

    private static String call(int index, String name, String arguments) {
        return "{\"function\":{\"index\":" + index + ",\"name\":\"" + name + "\",\"arguments\":" + arguments + "}}";
    }

    private static String part(String message) {
        return "{\"model\":\"test:8b\",\"created_at\":\"2026-01-02T03:04:05.123456Z\",\"message\":{\"role\":\"assistant\","
                + message + "},\"done\":false}";
    }

    private static String done(String message) {
        return "{\"model\":\"test:8b\",\"created_at\":\"2026-01-02T03:04:06.123456Z\",\"message\":{\"role\":\"assistant\","
                + message
                + "},\"done_reason\":\"stop\",\"done\":true,\"total_duration\":5191566416,\"load_duration\":2154458,"
                + "\"prompt_eval_count\":11,\"prompt_eval_duration\":383809000,\"eval_count\":7,\"eval_duration\":4799921000}";
    }

    @Override
    public String toString() {
        return module().name();
    }
}
