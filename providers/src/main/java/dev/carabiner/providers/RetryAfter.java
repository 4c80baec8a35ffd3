package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds out how long a service wants to be left alone: from a header, or where Google writes it. */
final class RetryAfter {

    private static final Pattern SECONDS = Pattern.compile("([0-9]{1,9})(\\.[0-9]{1,9})?s?");
    private static final Pattern MILLIS = Pattern.compile("([0-9]{1,12})(\\.[0-9]{1,9})?");

    private RetryAfter() {}

    static @Nullable Duration of(HttpHeaders headers, EventData body) {
        Matcher millis = MILLIS.matcher(headers.firstValue("retry-after-ms").orElse(""));
        if (millis.matches()) {
            return Duration.ofMillis(Long.parseLong(millis.group(1)));
        }
        String header = headers.firstValue("retry-after").orElse("").strip();
        Duration told = header.isEmpty() ? null : seconds(header);
        if (told != null) {
            return told;
        }
        Duration until = header.isEmpty() ? null : until(header);
        return until == null ? of(body) : until;
    }

    static @Nullable Duration of(EventData body) {
        if (Pieces.at(body, "error", "details") instanceof List<?> details) {
            for (Object detail : details) {
                if (detail instanceof Map<?, ?> map && map.get("retryDelay") instanceof String delay) {
                    return seconds(delay);
                }
            }
        }
        return null;
    }

    private static @Nullable Duration seconds(String text) {
        Matcher parts = SECONDS.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        double fraction = parts.group(2) == null ? 0 : Double.parseDouble("0" + parts.group(2));
        return Duration.ofSeconds(Long.parseLong(parts.group(1))).plusNanos((long) (fraction * 1e9));
    }

    private static @Nullable Duration until(String date) {
        try {
            Instant then = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration wait = Duration.between(Instant.now(), then);
            return wait.isNegative() ? Duration.ZERO : wait;
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
