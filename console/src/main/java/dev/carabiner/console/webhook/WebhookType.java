package dev.carabiner.console.webhook;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a message can be about. */
public enum WebhookType {
    APPROVAL_REQUIRED,
    APPROVAL_DECIDED,
    APPROVAL_EXPIRED,
    GUARD_UNAVAILABLE,
    AUDIT_TAMPERED;

    /** As in {@code approval.required}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** The type of that text; null if there is none. */
    public static @Nullable WebhookType of(String text) {
        return Arrays.stream(values())
                .filter(it -> it.text().equals(text))
                .findFirst()
                .orElse(null);
    }

    /** All of them as texts, in their order. */
    public static List<String> texts() {
        return Arrays.stream(values()).map(WebhookType::text).toList();
    }
}
