package dev.carabiner.console;

import dev.carabiner.event.EventData;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that is not answered as it wished: a problem of RFC 9457 with members of its own. */
final class Problem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient EventData body;
    private final int retryAfter;

    private Problem(int status, EventData body, int retryAfter) {
        super(String.valueOf(body.get("detail")), null, false, false);
        this.status = status;
        this.body = body;
        this.retryAfter = retryAfter;
    }

    /** @param type the last part of its address, as in {@code decided} */
    static Problem of(int status, String type, String title, String detail) {
        return with(status, type, title, detail, EventData.empty());
    }

    static Problem with(int status, String type, String title, String detail, EventData own) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("type", "/problems/" + type);
        fields.put("title", title);
        fields.put("status", status);
        fields.put("detail", detail);
        fields.putAll(own.asMap());
        return new Problem(status, EventData.of(fields), 0);
    }

    static Problem badRequest(String detail) {
        return of(400, "bad-request", "The request is not one of this API", detail);
    }

    static Problem notFound(String detail) {
        return of(404, "not-found", "There is nothing", detail);
    }

    static Problem forbidden(String detail) {
        return of(403, "forbidden", "You may not do this", detail);
    }

    /** Too many do the same at this moment. */
    static Problem busy(String detail, int retryAfterSeconds) {
        return new Problem(503, of(503, "busy", "Too many at once", detail).body(), retryAfterSeconds);
    }

    int status() {
        return status;
    }

    EventData body() {
        return body;
    }

    /** After how many seconds it may be tried again; 0 if nothing is known of that. */
    int retryAfter() {
        return retryAfter;
    }
}
