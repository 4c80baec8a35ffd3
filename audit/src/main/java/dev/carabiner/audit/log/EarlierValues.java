package dev.carabiner.audit.log;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.verify.LineReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks up which long values the segments of a log hold. It reads backwards from the newest segment, and no more than 64
 * MiB: a log that is opened often must not be read whole each time. Records are not verified here; where one was changed,
 * the log is tampered anyway.
 */
final class EarlierValues implements WrittenValues.Earlier {

    private static final long MOST_BYTES = 64L * 1024 * 1024;
    private static final int DIGITS = 64;
    private static final byte[] TYPE = ascii(",\"type\":\"");
    private static final byte[] VALUE = ascii("value\",\"actor\":\"audit\",\"data\":{\"digest\":\"");

    private final LogFiles files;
    private final int lastSegment;
    private final long lastLength;

    /** As far as the log reaches now: the last segment's length is taken at once. */
    EarlierValues(LogFiles files, int lastSegment) throws IOException {
        this.files = files;
        this.lastSegment = lastSegment;
        this.lastLength = Files.size(files.segment(lastSegment));
    }

    @Override
    public Set<String> digests(int most) throws IOException {
        Set<String> found = new HashSet<>();
        long left = MOST_BYTES;
        for (int segment = lastSegment; segment > 0 && left > 0 && found.size() < most; segment--) {
            long length = segment == lastSegment ? lastLength : Files.size(files.segment(segment));
            read(segment, length, found);
            left -= length;
        }
        return found;
    }

    private void read(int segment, long length, Set<String> found) throws IOException {
        try (LineReader lines = new LineReader(files.segment(segment))) {
            for (LineReader.Kind kind = lines.next();
                    kind == LineReader.Kind.LINE && lines.offset() < length;
                    kind = lines.next()) {
                String digest = digest(lines.bytes(), lines.from(), lines.to());
                if (digest != null) {
                    found.add(digest);
                }
            }
        }
    }

    /** The first such type in a line is the record's own: before it stands only one text, in which quotes are escaped. */
    private static @Nullable String digest(byte[] line, int from, int to) {
        for (int at = from; at < to - TYPE.length; at++) {
            if (line[at] == ',' && is(TYPE, line, at, to)) {
                int value = at + TYPE.length;
                int digest = value + VALUE.length;
                return is(VALUE, line, value, to) && digest + DIGITS < to
                        ? new String(line, digest, DIGITS, StandardCharsets.US_ASCII)
                        : null;
            }
        }
        return null;
    }

    private static boolean is(byte[] expected, byte[] line, int at, int to) {
        int end = at + expected.length;
        return end <= to && Arrays.equals(line, at, end, expected, 0, expected.length);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
