package dev.carabiner.audit.format;

import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import org.jspecify.annotations.Nullable;

/** The data of the last record of a segment that has a successor: the tree just before that record, its root in hex. */
public record SegmentEnd(int segment, long size, String root) {

    public static final String TYPE = "segment_end";

    /** The end of a segment whose records are the leaves so far. */
    public static SegmentEnd of(int segment, MerkleTree tree) {
        return new SegmentEnd(segment, tree.size(), Hex.of(tree.root()));
    }

    /** As the data of its record. */
    public EventData data() {
        return EventData.of(this);
    }

    /** Reads the data of a record, or returns null if it is anything but this, to the byte. */
    public static @Nullable SegmentEnd parse(byte[] data) {
        if (data.length > SegmentStart.LONGEST) {
            return null;
        }
        try {
            EventData json = EventDataJson.read(data);
            SegmentEnd end = new SegmentEnd(
                    (int) SegmentStart.Json.number(json, "segment"),
                    SegmentStart.Json.number(json, "size"),
                    SegmentStart.Json.text(json, "root"));
            return SegmentStart.Json.isExactly(end.data(), data) ? end : null;
        } catch (CarabinerException | ClassCastException e) {
            return null;
        }
    }
}
