package dev.carabiner.providers;

import dev.carabiner.runtime.provider.ProviderModule;
import java.util.List;

final class GeminiService implements Service {

    private static final String USAGE =
            "\"usageMetadata\":{\"promptTokenCount\":11,\"candidatesTokenCount\":7,\"totalTokenCount\":18}";

    @Override
    public ProviderModule module() {
        return new GeminiProviderModule();
    }

    @Override
    public String model() {
        return "gemini-test";
    }

    @Override
    public String keyHeader() {
        return "x-goog-api-key";
    }

    @Override
    public String keyPrefix() {
        return "";
    }

    @Override
    public String answerPath() {
        return "/v1beta/models/gemini-test:generateContent";
    }

    @Override
    public String streamPath() {
        return "/v1beta/models/gemini-test:streamGenerateContent?alt=sse";
    }

    @Override
    public String answer() {
        return response("{\"text\":\"Hello there\"}", "\"finishReason\":\"STOP\",");
    }

    /** The second call has an id of its own, the first none: both occur. */
    @Override
    public String toolCalls() {
        return response(
                "{\"text\":\"Looking.\"},{\"functionCall\":{\"name\":\"Read\",\"args\":{\"path\":\"a.txt\"}}},"
                        + "{\"functionCall\":{\"id\":\"c2\",\"name\":\"Bash\",\"args\":{\"command\":\"ls\",\"timeout\":5}}}",
                "\"finishReason\":\"STOP\",");
    }

    @Override
    public String streamType() {
        return "text/event-stream";
    }

    @Override
    public List<String> stream() {
        return List.of(
                Service.event(response("{\"text\":\"Hello\"}", "")),
                Service.event(response("{\"text\":\" there\"}", "")),
                Service.event(response("{\"text\":\"\"}", "\"finishReason\":\"STOP\",")));
    }

    @Override
    public List<String> streamedToolCalls() {
        return List.of(
                Service.event(response("{\"text\":\"Looking.\"}", "")),
                Service.event(response("{\"functionCall\":{\"name\":\"Read\",\"args\":{\"path\":\"a.txt\"}}}", "")),
                Service.event(response(
                        "{\"functionCall\":{\"name\":\"Bash\",\"args\":{\"command\":\"ls\",\"timeout\":5}}}",
                        "\"finishReason\":\"STOP\",")));
    }

    @Override
    public List<String> streamedThinking() {
        return List.of(
                Service.event(response("{\"text\":\"Hm.\",\"thought\":true}", "")),
                Service.event(response("{\"text\":\"Yes\"}", "\"finishReason\":\"STOP\",")));
    }

    @Override
    public String error(String message) {
        return "{\"error\":{\"code\":400,\"message\":\"" + message + "\",\"status\":\"SOME_STATUS\"}}";
    }

    @Override
    public List<String> brokenStream(String message) {
        return List.of(
                stream().getFirst(),
                Service.event("{\"error\":{\"code\":503,\"message\":\"" + message + "\",\"status\":\"UNAVAILABLE\"}}"));
    }

    @Override
    public List<String> streamedNonsense() {
        return List.of(Service.event(
                response("{\"functionCall\":{\"name\":\"Bash\",\"args\":[1, 2]}}", "\"finishReason\":\"STOP\",")));
    }

    @Override
    public String stopWord() {
        return "STOP";
    }

    @Override
    public String toolStopWord() {
        return "STOP";
    }

    @Override
    public String request() {
        return """
                {"contents":[
                   {"role":"user","parts":[{"text":"Look around"}]},
                   {"role":"model","parts":[{"text":"Looking."},
                     {"functionCall":{"id":"c1","name":"Read","args":{"path":"a.txt"}}},
                     {"functionCall":{"id":"c2","name":"Bash","args":{"command":"ls","timeout":5}}}]},
                   {"role":"user","parts":[
                     {"functionResponse":{"id":"c1","name":"Read","response":{"response":"one"}}},
                     {"functionResponse":{"id":"c2","name":"Bash","response":{"response":"(nothing)"}}}]},
                   {"role":"user","parts":[{"text":"<system>\\nLint is fine.\\n</system>"}]},
                   {"role":"user","parts":[{"text":"Go on"}]}],
                 "systemInstruction":{"role":"model","parts":[{"text":"Be terse."},{"text":"Today is Monday."}]},
                 "generationConfig":{"responseMimeType":"text/plain","candidateCount":1,"responseLogprobs":false,
                   "enableEnhancedCivicAnswers":false},
                 "tools":[{"functionDeclarations":[
                   {"name":"Read","description":"Reads a file","parameters":{"type":"OBJECT",
                     "properties":{"path":{"type":"STRING","description":"Where"}},"required":["path"]}},
                   {"name":"Edit","description":"Edits a file","parameters":{"type":"OBJECT",
                     "properties":{
                       "mode":{"type":"STRING","enum":["once","all"]},
                       "count":{"type":"INTEGER"},"share":{"type":"NUMBER"},"dry":{"type":"BOOLEAN"},
                       "edits":{"type":"ARRAY","items":{"type":"OBJECT",
                         "properties":{"old":{"type":"STRING"},"new":{"type":"STRING"}},"required":["old","new"]}},
                       "limit":{"type":"INTEGER"}},
                     "required":["edits"]}}]}]}""";
    }

    private static String response(String parts, String finish) {
        return "{\"candidates\":[{\"content\":{\"parts\":[" + parts + "],\"role\":\"model\"}," + finish
                + "\"index\":0}]," + USAGE + ",\"modelVersion\":\"gemini-test\",\"responseId\":\"r1\"}";
    }

    @Override
    public String toString() {
        return module().name();
    }
}
