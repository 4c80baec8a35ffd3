package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds out how long a service wants to be left alone: from a header, or where Google writes it. */
final class RetryAfter {

    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,9}(\\.[0-9]{1,9})?)s?");

    private RetryAfter() {}

    static @Nullable Duration of(HttpHeaders headers, EventData body) {
        Duration millis = times(1e6, headers.firstValue("retry-after-ms").orElse(""));
        if (millis != null) {
            return millis;
        }
        String header = headers.firstValue("retry-after").orElse("").strip();
        return header.isEmpty() ? times(1e9, retryDelay(body)) : secondsOrDate(header);
    }

    private static String retryDelay(EventData body) {
        for (Object detail : Json.list(body, "/error/details")) {
            if (detail instanceof Map<?, ?> fields && fields.get("retryDelay") instanceof String delay) {
                return delay;
            }
        }
        return "";
    }

    private static @Nullable Duration secondsOrDate(String header) {
        try {
            Instant then = ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration wait = Duration.between(Instant.now(), then);
            return wait.isNegative() ? Duration.ZERO : wait;
        } catch (DateTimeParseException e) {
            return times(1e9, header);
        }
    }

    private static @Nullable Duration times(double nanos, String text) {
        Matcher number = NUMBER.matcher(text);
        return number.matches() ? Duration.ofNanos(Math.round(Double.parseDouble(number.group(1)) * nanos)) : null;
    }
}
