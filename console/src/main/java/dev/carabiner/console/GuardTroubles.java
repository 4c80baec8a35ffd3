package dev.carabiner.console;

import dev.carabiner.console.webhook.WebhookMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds in the records of logs what should have stopped or asked, and did not work. */
final class GuardTroubles {

    /** The same trouble of the same hook in the same session is told once in each such stretch of time. */
    private static final Duration ONCE_IN = Duration.ofMinutes(10);

    private static final Set<String> DECIDING = Set.of("deny", "ask_user");
    private static final Set<String> NOBODY = Set.of("failed", "unreachable", "unavailable");

    private final WebhookTexts texts;
    private final Instant since;

    /** @param since what was written before is not told any more */
    GuardTroubles(WebhookTexts texts, Instant since) {
        this.texts = texts;
        this.since = since;
    }

    List<WebhookMessage> in(LogRecord record) {
        boolean isEmit = record.isEmit();
        if ((!isEmit && !record.type().equals("approval_decision")) || !isFresh(record)) {
            return List.of();
        }
        return isEmit ? emitted(record) : decided(record);
    }

    private boolean isFresh(LogRecord record) {
        try {
            return !Instant.parse(record.time()).isBefore(since);
        } catch (DateTimeParseException e) {
            return false; // a log is checked for the shape of its times only
        }
    }

    private List<WebhookMessage> emitted(LogRecord record) {
        return switch (record.field("event")) {
            case "module:load_failed" -> {
                String module = hook(record.eventData().get("module"));
                yield List.of(message(record, module, "not_mounted", module + " could not be mounted"));
            }
            case "canary:checked" -> canaries(record);
            default -> failed(record);
        };
    }

    /** A handler whose failure denied the event, or had a person asked about it. */
    private List<WebhookMessage> failed(LogRecord record) {
        String deciding = record.field("decided_by");
        if (!DECIDING.contains(record.field("action"))) {
            return List.of();
        }
        return record.list("runs").stream()
                .filter(run -> "failure".equals(run.get("action")) && deciding.equals(run.get("hook")))
                .limit(1)
                .map(run -> message(record, deciding, "failed", WebhookTexts.name(deciding) + " failed"))
                .toList();
    }

    private List<WebhookMessage> canaries(LogRecord record) {
        List<WebhookMessage> all = new ArrayList<>();
        if (record.eventData().get("guards") instanceof List<?> guards) {
            for (Object each : guards) {
                if (each instanceof Map<?, ?> guard && Boolean.FALSE.equals(guard.get("works"))) {
                    String hook = hook(guard.get("hook_name"));
                    all.add(message(record, hook, "canary_passed", hook + " lets through what it must stop"));
                }
            }
        }
        return all;
    }

    private List<WebhookMessage> decided(LogRecord record) {
        if (!NOBODY.contains(record.field("how"))) {
            return List.of();
        }
        String hook = hook(record.field("hook"));
        return List.of(message(record, hook, "nobody_asked", "Nobody could be asked for " + hook));
    }

    private WebhookMessage message(LogRecord record, String hook, String problem, String title) {
        long stretch = Instant.parse(record.time()).getEpochSecond() / ONCE_IN.toSeconds();
        return texts.unavailable(
                record, hook, problem, title, record.session(), hook, problem, String.valueOf(stretch));
    }

    private static String hook(@Nullable Object name) {
        return name instanceof String text ? WebhookTexts.name(text) : "a hook";
    }
}
