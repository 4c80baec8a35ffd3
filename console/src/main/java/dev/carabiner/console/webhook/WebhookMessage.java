package dev.carabiner.console.webhook;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/**
 * Something that endpoints are told.
 *
 * @param id names it: the same for each try, after a restart, and from any other server that tells of the same
 * @param time when it happened
 */
public record WebhookMessage(String id, WebhookType type, Instant time, EventData data) {

    private static final int ID_BYTES = 24;

    /** A message about what is named by these texts, which together are said once. */
    public static WebhookMessage about(WebhookType type, Instant time, EventData data, String... names) {
        return new WebhookMessage(id(type, names), type, time, data);
    }

    /** No character of the names is in it: they may be hostile, and it becomes a header. */
    private static String id(WebhookType type, String... names) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(type.text().getBytes(StandardCharsets.UTF_8));
            for (String name : names) {
                byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
                digest.update((" " + bytes.length + " ").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            }
            byte[] head = Arrays.copyOf(digest.digest(), ID_BYTES);
            return "msg_" + Base64.getUrlEncoder().withoutPadding().encodeToString(head);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every Java", e);
        }
    }

    byte[] body() {
        EventData body = EventData.of("type", type.text(), "timestamp", time.toString(), "data", data);
        return EventDataJson.write(body).getBytes(StandardCharsets.UTF_8);
    }
}
