package dev.carabiner.providers;

import dev.carabiner.runtime.provider.ProviderModule;
import java.util.List;

final class OpenAiService implements Service {

    @Override
    public ProviderModule module() {
        return new OpenAiProviderModule();
    }

    @Override
    public String model() {
        return "gpt-test";
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
        return "/v1/chat/completions";
    }

    @Override
    public String streamPath() {
        return answerPath();
    }

    @Override
    public String answer() {
        return """
                {"id":"chatcmpl-1","object":"chat.completion","created":1760000000,"model":"gpt-test",
                 "choices":[{"index":0,"message":{"role":"assistant","content":"Hello there","refusal":null,"annotations":[]},
                   "logprobs":null,"finish_reason":"stop"}],
                 "usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18,
                   "prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},
                   "completion_tokens_details":{"reasoning_tokens":0}},
                 "service_tier":"default","system_fingerprint":null}""";
    }

    @Override
    public String toolCalls() {
        return """
                {"id":"chatcmpl-1","object":"chat.completion","created":1760000000,"model":"gpt-test",
                 "choices":[{"index":0,"message":{"role":"assistant","content":"Looking.","tool_calls":[
                   {"id":"c1","type":"function","function":{"name":"Read","arguments":"{\\"path\\":\\"a.txt\\"}"}},
                   {"id":"c2","type":"function","function":{"name":"Bash","arguments":"{\\"command\\":\\"ls\\",\\"timeout\\":5}"}}]},
                   "finish_reason":"tool_calls"}],
                 "usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}""";
    }

    @Override
    public String streamType() {
        return "text/event-stream";
    }

    @Override
    public List<String> stream() {
        return List.of(
                delta("{\"role\":\"assistant\",\"content\":\"\"}"),
                delta("{\"content\":\"Hello\"}"),
                delta("{\"content\":\" there\"}"),
                finish("stop"),
                usage(),
                "data: [DONE]\n\n");
    }

    @Override
    public List<String> streamedToolCalls() {
        return List.of(
                delta("{\"role\":\"assistant\",\"content\":\"Looking.\"}"),
                delta(call(0, "\"id\":\"c1\",\"type\":\"function\",", "\"name\":\"Read\",\"arguments\":\"\"")),
                delta(call(0, "", "\"arguments\":\"{\\\"path\\\":\"")),
                delta(call(0, "", "\"arguments\":\"\\\"a.txt\\\"}\"")),
                delta(call(1, "\"id\":\"c2\",\"type\":\"function\",", "\"name\":\"Bash\",\"arguments\":\"\"")),
                delta(call(1, "", "\"arguments\":\"{\\\"command\\\":\\\"ls\\\",\\\"timeout\\\":5}\"")),
                finish("tool_calls"),
                usage(),
                "data: [DONE]\n\n");
    }

    @Override
    public List<String> streamedThinking() {
        return List.of(
                delta("{\"role\":\"assistant\",\"reasoning_content\":\"Hm.\"}"),
                delta("{\"content\":\"Yes\"}"),
                finish("stop"),
                "data: [DONE]\n\n");
    }

    @Override
    public String error(String message) {
        return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"some_error\",\"param\":null,\"code\":null}}";
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
                delta(call(0, "\"id\":\"c1\",\"type\":\"function\",", "\"name\":\"Bash\",\"arguments\":\"[1, 2]\"")),
                finish("tool_calls"),
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
                {"model":"gpt-test","stream":false,"messages":[
                   {"role":"system","content":"Be terse."},
                   {"role":"system","content":"Today is Monday."},
                   {"role":"user","content":"Look around"},
                   {"role":"assistant","content":"Looking.","tool_calls":[
                     {"id":"c1","type":"function","function":{"name":"Read","arguments":"{\\"path\\":\\"a.txt\\"}"}},
                     {"id":"c2","type":"function","function":{"name":"Bash","arguments":"{\\"command\\":\\"ls\\",\\"timeout\\":5}"}}]},
                   {"role":"tool","tool_call_id":"c1","content":"one"},
                   {"role":"tool","tool_call_id":"c2","content":"(nothing)"},
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

    private static String call(int index, String head, String function) {
        return "{\"tool_calls\":[{\"index\":" + index + "," + head + "\"function\":{" + function + "}}]}";
    }

    private static String delta(String delta) {
        return chunk("[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":null}]", "null");
    }

    private static String finish(String reason) {
        return chunk("[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + reason + "\"}]", "null");
    }

    private static String usage() {
        return chunk("[]", "{\"prompt_tokens\":11,\"completion_tokens\":7,\"total_tokens\":18}");
    }

    private static String chunk(String choices, String usage) {
        return Service.event("{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1760000000,"
                + "\"model\":\"gpt-test\",\"choices\":" + choices + ",\"usage\":" + usage + "}");
    }

    @Override
    public String toString() {
        return module().name();
    }
}
