package dev.carabiner.audit.log;

import dev.carabiner.json.JsonBytes;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;

/** A time with nine digits of a second. Remembers the last second, since the next record is nearly always of the same. */
final class TimeText {

    private static final int NANO_DIGITS = 9;
    private static final int LENGTH = 20;

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
        JsonBytes text = new JsonBytes(LENGTH); // by hand: a formatter takes its time when it is first used
        text.digits(utc.getYear(), 4);
        part('-', utc.getMonthValue(), text);
        part('-', utc.getDayOfMonth(), text);
        part('T', utc.getHour(), text);
        part(':', utc.getMinute(), text);
        part(':', utc.getSecond(), text);
        text.raw('.');
        return Arrays.copyOf(text.array(), text.length());
    }

    private static void part(char before, int number, JsonBytes text) {
        text.raw(before);
        text.digits(number, 2);
    }
}
