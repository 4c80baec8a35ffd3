package dev.carabiner.json;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The data of a record of the audit log, for programs that look something up in them. A record may hold more than event
 * data may: it is nested deeper, as the event's own data stand inside it, and its numbers have any length.
 */
public final class RecordJson {

    /** As deep as a record may be. */
    private static final int DEEPEST = 600;

    private static final JsonReader READER =
            new JsonReader(DEEPEST, Integer.MAX_VALUE, Integer.MAX_VALUE, unread -> null);

    private RecordJson() {}

    /**
     * Reads one object: texts, flags, objects as maps and arrays as lists. A number is read over and given as null, so
     * that none can be too large to be read.
     *
     * @throws InvalidJsonException if it is not an object
     */
    public static Map<String, @Nullable Object> read(byte[] json) {
        return READER.read(json);
    }
}
