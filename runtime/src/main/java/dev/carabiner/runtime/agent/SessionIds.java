package dev.carabiner.runtime.agent;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;

/** Names for sessions: when they began, so that a list of them is in order, and something that nobody can guess. */
final class SessionIds {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    private static final SecureRandom RANDOM = new SecureRandom();

    private SessionIds() {}

    static String next(Clock clock) {
        return TIME.format(clock.instant().atOffset(ZoneOffset.UTC)) + "-"
                + HexFormat.of().toHexDigits(RANDOM.nextInt());
    }
}
