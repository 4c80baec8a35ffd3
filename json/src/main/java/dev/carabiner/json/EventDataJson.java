package dev.carabiner.json;

import dev.carabiner.event.EventData;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Event data as JSON text, both ways. What comes from outside is held to limits while it is read, not afterwards. */
public final class EventDataJson {

    /** As deep as event data may be. */
    private static final int DEEPEST = 512;

    private static final int LARGEST = 16 * 1024 * 1024;
    private static final int MOST_DIGITS = 1_000;

    private static final JsonReader READER = new JsonReader(DEEPEST, LARGEST, MOST_DIGITS, EventDataJson::number);

    private EventDataJson() {}

    /**
     * Reads one object from text of at most 16 MiB of UTF-8.
     *
     * @throws InvalidJsonException if it is anything else
     */
    public static EventData read(String json) {
        return read(json.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads one object of at most 16 MiB, in UTF-8.
     *
     * @throws InvalidJsonException if it is anything else
     */
    public static EventData read(byte[] json) {
        if (json.length > LARGEST) {
            throw new InvalidJsonException("JSON of " + json.length + " bytes, more than " + LARGEST, null);
        }
        return EventData.of(READER.read(json));
    }

    /** Compact, keys in their order. */
    public static String write(EventData data) {
        JsonBytes out = new JsonBytes(256);
        out.value(data.asMap());
        return new String(out.array(), 0, out.length(), StandardCharsets.UTF_8);
    }

    private static Number number(JsonParser parser) {
        return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                ? parser.getNumberValue()
                : decimal(parser.getString());
    }

    /** An exponent is digits too, once the number is written out. */
    private static BigDecimal exact(String text) {
        try {
            BigDecimal exact = new BigDecimal(text);
            if (Math.abs((long) exact.scale()) <= MOST_DIGITS) {
                return exact;
            }
        } catch (NumberFormatException e) {
            throw new InvalidJsonException("A number's exponent is out of all bounds", e);
        }
        throw new InvalidJsonException("A number has an exponent of more than " + MOST_DIGITS, null);
    }

    /** A double where it means the same number, which is what handlers expect; else exactly what was written. */
    private static Number decimal(String text) {
        BigDecimal exact = exact(text);
        double binary = exact.doubleValue();
        boolean same = Double.isFinite(binary) && new BigDecimal(Double.toString(binary)).compareTo(exact) == 0;
        return same ? (Number) binary : exact;
    }
}
