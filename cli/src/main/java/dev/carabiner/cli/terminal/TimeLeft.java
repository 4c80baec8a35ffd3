package dev.carabiner.cli.terminal;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** How long a request still waits: {@code 4:59}, {@code 1 h 5 min}, and from two days on {@code 6 d 23 h}. */
public final class TimeLeft {

    private static final long LONG_DAYS = 2;

    private TimeLeft() {}

    /** What is left at this moment; {@code 0:00} if nothing is. */
    public static String until(Instant end, Instant now) {
        Duration left = end.isAfter(now) ? Duration.between(now, end) : Duration.ZERO;
        if (left.toDays() >= LONG_DAYS) {
            return left.toDays() + " d " + left.toHoursPart() + " h";
        }
        if (left.toHours() > 0) {
            return left.toHours() + " h " + left.toMinutesPart() + " min";
        }
        return String.format(Locale.ROOT, "%d:%02d", left.toMinutes(), left.toSecondsPart());
    }
}
