package dev.carabiner.json;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * The data of a record of the audit log, for whoever looks something up in them. A record may hold more than event data
 * may: it is nested deeper, as the event's own data stand inside it, and its numbers have any length.
 */
public final class RecordJson {

    /** As deep as a record may be. */
    private static final int DEEPEST = 600;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private RecordJson() {}

    /**
     * Reads one object: texts, flags, objects as maps and arrays as lists. A number is read over and given as null, so
     * that none can be too large to be read.
     *
     * @throws InvalidJsonException if it is not an object
     */
    public static Map<String, @Nullable Object> read(byte[] json) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new InvalidJsonException("A JSON object was expected", null);
            }
            return new JsonTree(parser, unread -> null).object();
        } catch (JacksonException e) {
            throw new InvalidJsonException("Not acceptable as JSON: " + e.getOriginalMessage(), e);
        }
    }
}
