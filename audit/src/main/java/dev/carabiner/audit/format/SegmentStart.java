package dev.carabiner.audit.format;

import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.JsonBytes;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The data of a segment's first record: its key, and from the second segment on what came before and the old key's word.
 *
 * @param previous null in the first segment, and so is the handover
 */
public record SegmentStart(
        int segment,
        @Nullable Previous previous,
        String key,
        @Nullable String handover) {

    public static final String TYPE = "segment_start";

    /** No proper one comes near; what is longer is not worth the memory that reading it would take. */
    static final int LONGEST = 16 * 1024;

    /** Where the previous segment left the tree; hashes in hex, the largest peak first. */
    public record Previous(String name, long size, String root, List<String> peaks) {

        /** The state of the tree now, as the segment of this number leaves it. Later records do not change it. */
        public static Previous of(int segment, MerkleTree tree) {
            List<String> peaks = tree.peaks().stream().map(Hex::of).toList();
            return new Previous(LogFiles.segmentName(segment), tree.size(), Hex.of(tree.root()), peaks);
        }

        /** What {@code equals} says. That of a record is made at its first use, which takes longer than the rest of an opening. */
        public boolean isThatOf(SegmentStart start) {
            Previous other = start.previous();
            return other != null
                    && size == other.size
                    && name.equals(other.name)
                    && root.equals(other.root)
                    && peaks.equals(other.peaks);
        }

        private static Previous of(EventData json) {
            List<String> peaks =
                    Json.list(json, "peaks").stream().map(String.class::cast).toList();
            return new Previous(Json.text(json, "name"), Json.number(json, "size"), Json.text(json, "root"), peaks);
        }
    }

    /** As the data of its record. */
    public EventData data() {
        EventData start = EventData.of("segment", segment);
        return previous == null
                ? start.with("key", key)
                : start.with("previous", previous).with("key", key).with("handover", handover);
    }

    /** Reads the data of a record, or returns null if it is anything but this, to the byte. */
    public static @Nullable SegmentStart parse(byte[] data) {
        if (data.length > LONGEST) {
            return null;
        }
        try {
            EventData json = EventDataJson.read(data);
            EventData previous = json.object("previous");
            SegmentStart start = new SegmentStart(
                    (int) Json.number(json, "segment"),
                    previous == null ? null : Previous.of(previous),
                    Json.text(json, "key"),
                    previous == null ? null : Json.text(json, "handover"));
            return Json.isExactly(start.data(), data) ? start : null;
        } catch (CarabinerException | ClassCastException e) {
            return null;
        }
    }

    /** The few things that are read from data whose shape is known; any other shape is a ClassCastException. */
    static final class Json {

        private Json() {}

        static String text(EventData json, String key) {
            return present(json, key, String.class);
        }

        static long number(EventData json, String key) {
            return present(json, key, Number.class).longValue();
        }

        static List<?> list(EventData json, String key) {
            return present(json, key, List.class);
        }

        private static <T> T present(EventData json, String key, Class<T> type) {
            T value = type.cast(json.get(key));
            if (value == null) {
                throw new ClassCastException(key + " is missing");
            }
            return value;
        }

        static boolean isExactly(EventData expected, byte[] data) {
            JsonBytes json = new JsonBytes(data.length + 16);
            json.value(expected.asMap());
            return Arrays.equals(json.array(), 0, json.length(), data, 0, data.length);
        }
    }
}
