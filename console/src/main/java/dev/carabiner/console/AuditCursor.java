package dev.carabiner.console;

import dev.carabiner.audit.verify.BackwardLines.Place;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far back each log was searched. A log that is not in it was searched to its beginning, or is newer than the search;
 * what a log got since then is behind its place. So no page has what another one has, however much is written.
 */
final class AuditCursor {

    private static final int ENTRY = Long.BYTES + Integer.BYTES + Long.BYTES;

    private final Map<Long, Place> places = new LinkedHashMap<>();

    /** Where the log of this session is to be read on; null if nothing of it is left. */
    @Nullable
    Place place(String session) {
        return places.get(digest(session));
    }

    void put(String session, Place place) {
        places.put(digest(session), place);
    }

    boolean isEmpty() {
        return places.isEmpty();
    }

    String text(String query) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + ENTRY * places.size());
        bytes.putLong(digest(query));
        places.forEach((session, place) ->
                bytes.putLong(session).putInt(place.segment()).putLong(place.end()));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /** @throws Problem if it is not one of this search */
    static AuditCursor read(String text, String query) {
        AuditCursor cursor = new AuditCursor();
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
            boolean isOfThis = bytes.getLong() == digest(query);
            while (isOfThis && bytes.hasRemaining()) {
                long session = bytes.getLong();
                cursor.places.put(session, place(bytes.getInt(), bytes.getLong()));
            }
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            throw unknown();
        }
        if (cursor.isEmpty()) {
            throw unknown();
        }
        return cursor;
    }

    private static Place place(int segment, long end) {
        if (segment < 1 || end < 0) {
            throw unknown();
        }
        return new Place(segment, end);
    }

    private static Problem unknown() {
        return Problem.badRequest(
                "\"cursor\" is none that this server has given for this \"q\"; leave it out to search anew");
    }

    private static long digest(String text) {
        return Long.parseUnsignedLong(Secret.digest(text).substring(0, 16), 16);
    }
}
