package dev.carabiner.providers;

import dev.carabiner.runtime.provider.ProviderModule;
import java.util.List;
import java.util.Map;

/** A service that no preset knows: its module of LangChain4j is on the class path of these tests only. */
final class MistralService implements Service {

    @Override
    public ProviderModule module() {
        return new LangChainProviderModule();
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of("model_class", "dev.langchain4j.model.mistralai.MistralAiStreamingChatModel");
    }

    @Override
    public String model() {
        return "mistral-test";
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
        return "/chat/completions";
    }

    @Override
    public String streamPath() {
        return answerPath();
    }

    @Override
    public String answer() {
        return whole("{\"role\":\"assistant\",\"content\":\"Hello there\",\"tool_calls\":null}", "stop");
    }

    @Override
    public String toolCalls() {
        return whole(
                "{\"role\":\"assistant\",\"content\":\"Looking.\",\"tool_calls\":["
                        + call(0, "c1", "Read", "{\\\"path\\\":\\\"a.txt\\\"}") + ","
                        + call(1, "c2", "Bash", "{\\\"command\\\":\\\"ls\\\",\\\"timeout\\\":5}") + "]}",
                "tool_calls");
    }

    @Override
    public String streamType() {
        return "text/event-stream; charset=utf-8";
    }

    @Override
    public List<String> stream() {
        return List.of(
                delta("{\"role\":\"assistant\",\"content\":\"\"}"),
                delta("{\"content\":\"Hello\"}"),
                delta("{\"content\":\" there\"}"),
                last("{\"content\":\"\"}", "stop"),
                "data: [DONE]\n\n");
    }

    @Override
    public List<String> streamedToolCalls() {
        return List.of(
                delta("{\"role\":\"assistant\",\"content\":\"\"}"),
                delta("{\"content\":\"Looking.\"}"),
                last(
                        "{\"content\":\"\",\"tool_calls\":["
                                + call(0, "c1", "Read", "{\\\"path\\\":\\\"a.txt\\\"}") + ","
                                + call(1, "c2", "Bash", "{\\\"command\\\":\\\"ls\\\",\\\"timeout\\\":5}") + "]}",
                        "tool_calls"),
                "data: [DONE]\n\n");
    }

    @Override
    public List<String> streamedThinking() {
        return List.of(
                delta("{\"role\":\"assistant\",\"content\":\"\"}"),
                delta("{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"Hm.\"}]}]}"),
                delta("{\"content\":\"Yes\"}"),
                last("{\"content\":\"\"}", "stop"),
                "data: [DONE]\n\n");
    }

    @Override
    public String error(String message) {
        return "{\"object\":\"error\",\"message\":\"" + message
                + "\",\"type\":\"some_error\",\"param\":null,\"code\":\"1234\"}";
    }

    @Override
    public List<String> brokenStream(String message) {
        return List.of(
                delta("{\"content\":\"Hello\"}"),
                Service.event("{\"error\":{\"message\":\"" + message + "\",\"type\":\"server_error\"}}"));
    }

    @Override
    public List<String> streamedNonsense() {
        return List.of(
                last("{\"content\":\"\",\"tool_calls\":[" + call(0, "c1", "Bash", "[1, 2]") + "]}", "tool_calls"),
                "data: [DONE]\n\n");
    }

    @Override
    public boolean argumentsAreText() {
        return true;
    }

    @Override
    public String stopWord() {
        return "stop";
    }

    @Override
    public String toolStopWord() {
        return "tool_calls";
    }

    @Override
    public String request() {
        return """
                {"model":"mistral-test","stream":false,"stop":[],"messages":[
                   {"role":"system","content":[{"type":"text","text":"Be terse."}]},
                   {"role":"system","content":[{"type":"text","text":"Today is Monday."}]},
                   {"role":"user","content":[{"type":"text","text":"Look around"}]},
                   {"role":"assistant","content":[{"type":"text","text":"Looking."}],"tool_calls":[
                     {"id":"c1","type":"function","function":{"name":"Read","arguments":"{\\"path\\":\\"a.txt\\"}"}},
                     {"id":"c2","type":"function","function":{"name":"Bash","arguments":"{\\"command\\":\\"ls\\",\\"timeout\\":5}"}}]},
                   {"role":"tool","tool_call_id":"c1","name":"Read","content":[{"type":"text","text":"one"}]},
                   {"role":"tool","tool_call_id":"c2","name":"Bash","content":[{"type":"text","text":"(nothing)"}]},
                   {"role":"user","content":[{"type":"text","text":"<system>\\nLint is fine.\\n</system>"}]},
                   {"role":"user","content":[{"type":"text","text":"Go on"}]}],
                 "tools":[
                   {"type":"function","function":{"name":"Read","description":"Reads a file","parameters":{"type":"object",
                     "properties":{"path":{"type":"string","description":"Where"}},"required":["path"]}}},
                   {"type":"function","function":{"name":"Edit","description":"Edits a file","parameters":{"type":"object",
                     "properties":{
                       "mode":{"type":"string","enum":["once","all"]},
                       "count":{"type":"integer"},"share":{"type":"number"},"dry":{"type":"boolean"},
                       "edits":{"type":"array","items":{"type":"object",
                         "properties":{"old":{"type":"string"},"new":{"type":"string"}},"required":["old","new"]}},
                       "limit":{"type":"integer"}},
                     "required":["edits"]}}}]}""";
    }

    private static String call(int index, String id, String name, String arguments) {
        return "{\"id\":\"" + id + "\",\"function\":{\"name\":\"" + name + "\",\"arguments\":\"" + arguments
                + "\"},\"index\":" + index + "}";
    }

    private static String delta(String delta) {
        return chunk("\"delta\":" + delta + ",\"finish_reason\":null", "");
    }

    private static String last(String delta, String reason) {
        return chunk("\"delta\":" + delta + ",\"finish_reason\":\"" + reason + "\"", "," + usage());
    }

    private static String chunk(String choice, String more) {
        return Service.event("{\"id\":\"cmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1760000000,"
                + "\"model\":\"mistral-test\",\"choices\":[{\"index\":0," + choice + "}]" + more + "}");
    }

    private static String whole(String message, String reason) {
        return "{\"id\":\"cmpl-1\",\"object\":\"chat.completion\",\"created\":1760000000,\"model\":\"mistral-test\","
                + "\"choices\":[{\"index\":0,\"message\":" + message + ",\"finish_reason\":\"" + reason + "\"}],"
                + usage() + "}";
    }

    private static String usage() {
        return "\"usage\":{\"prompt_tokens\":11,\"total_tokens\":18,\"completion_tokens\":7}";
    }

    @Override
    public String toString() {
        return "Mistral through " + module().name();
    }
}
