package dev.carabiner.session;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A length of time as people write it in a configuration: {@code 500ms}, {@code 10s}, {@code 5m}, {@code 1h}. */
public final class DurationText {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

    private DurationText() {}

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it has another form
     */
    public static Duration parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a duration; expected a number with a unit, as in 500ms, 10s, 5m or 1h");
        }
        long amount = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }
}
