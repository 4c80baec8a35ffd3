package dev.carabiner.console;

import dev.carabiner.event.EventData;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is sent back. */
@SuppressWarnings("ArrayRecordComponent") // two replies are never compared
record Reply(int status, String type, byte[] body, Map<String, String> headers) {

    private static final String JSON = "application/json";

    static Reply json(int status, EventData body) {
        return new Reply(status, JSON, bytes(body), Map.of());
    }

    static Reply text(byte[] text) {
        return new Reply(200, "text/plain", text, Map.of());
    }

    static Reply problem(Problem problem) {
        Reply reply = new Reply(problem.status(), "application/problem+json", bytes(problem.body()), Map.of());
        return problem.retryAfter() == 0 ? reply : reply.header("Retry-After", String.valueOf(problem.retryAfter()));
    }

    static Reply empty(int status) {
        return new Reply(status, "", new byte[0], Map.of());
    }

    Reply header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Reply(status, type, body, more);
    }

    /** The version of what it holds, for {@code If-None-Match}. */
    String etag() {
        return "\""
                + Secret.digest(new String(body, StandardCharsets.ISO_8859_1)).substring(0, 32) + "\"";
    }

    private static byte[] bytes(EventData body) {
        return WireJson.write(body).getBytes(StandardCharsets.UTF_8);
    }
}
