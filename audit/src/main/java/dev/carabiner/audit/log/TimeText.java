package dev.carabiner.audit.log;

import dev.carabiner.json.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** A time with nine digits of a second. Remembers the last second, since the next record is nearly always of the same. */
final class TimeText {

    private static final int NANO_DIGITS = 9;

    private long second = Long.MIN_VALUE;
    private byte[] upToSecond = {};

    void write(Instant time, JsonBytes out) {
        if (time.getEpochSecond() != second) {
            upToSecond = upToSecond(time);
            second = time.getEpochSecond();
        }
        out.raw(upToSecond);
        out.digits(time.getNano(), NANO_DIGITS);
        out.raw('Z');
    }

    private static byte[] upToSecond(Instant time) {
        LocalDateTime utc = LocalDateTime.ofEpochSecond(time.getEpochSecond(), 0, ZoneOffset.UTC);
        if (utc.getYear() < 0 || utc.getYear() > 9999) {
            throw new AuditLogException("The time " + time + " cannot be recorded");
        }
        String text = "%04d-%02d-%02dT%02d:%02d:%02d."
                .formatted(
                        utc.getYear(),
                        utc.getMonthValue(),
                        utc.getDayOfMonth(),
                        utc.getHour(),
                        utc.getMinute(),
                        utc.getSecond());
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
