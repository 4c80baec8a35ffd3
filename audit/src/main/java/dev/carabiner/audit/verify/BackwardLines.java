package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.LogFiles;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SortedMap;

/**
 * The lines of a log from the newest back, across its segments, in pieces: for those who look for something and need no
 * proof. A line that is not finished, or is longer than {@link #LONGEST}, is left out. No file stays open between two
 * calls. Not for use by two threads at once.
 */
public final class BackwardLines {

    /** What {@link #previous} came to. */
    public enum Kind {
        LINE,
        BEGINNING,
        /** So much of a line that is left out was passed over that the caller may want to stop. */
        PASSED_OVER
    }

    /**
     * How far back a reader has come.
     *
     * @param segment the number of a segment; 0 for the beginning of the log
     * @param end everything before this byte of it is unread; it may be in the middle of a line that is left out
     */
    public record Place(int segment, long end) {}

    /** A longer line is left out. What is longer than 1 KB is in records of its own, so that only values are. */
    public static final int LONGEST = 1024 * 1024;

    /** The longest line between two LF. */
    private static final int MOST_HELD = LONGEST + 2;

    private static final int FIRST_PIECE = 16 * 1024;
    private static final int PIECE = 256 * 1024;

    private final LogFiles files;
    private int segment;
    private long end;
    private byte[] bytes = {};
    private long base; // where in the segment the bytes begin
    private int from;
    private int to;
    private long read;

    /** Before this place, wherever it is: what is no line there is left out. */
    public BackwardLines(Path log, Place place) {
        this.files = new LogFiles(log);
        this.segment = place.segment();
        this.end = place.end();
        this.base = end;
    }

    /** The end of a log as it is now; the beginning if it has no segment. */
    public static Place end(Path log) throws IOException {
        LogFiles files = new LogFiles(log);
        SortedMap<Integer, Path> segments = files.segments();
        if (segments.isEmpty()) {
            return new Place(0, 0);
        }
        int last = segments.lastKey();
        return new Place(last, Files.size(LogFiles.regular(files.segment(last))));
    }

    /**
     * Moves to the line before, which then lies in {@link #bytes} between {@link #from} and {@link #to}, without LF.
     *
     * @throws IOException if a segment cannot be read, is missing or is shorter than it was
     */
    public Kind previous() throws IOException {
        int piece = bytes.length == 0 ? FIRST_PIECE : PIECE;
        while (segment > 0) {
            int length = (int) (end - base);
            if (end == 0) {
                toSegmentBefore();
            } else if (length == 0) {
                load(piece);
            } else if (bytes[length - 1] != '\n') {
                end = base + lastLf(length) + 1;
            } else {
                int lf = lastLf(length - 1);
                if (lf >= 0 || base == 0) {
                    from = lf + 1;
                    to = length - 1;
                    end = base + from;
                    return Kind.LINE;
                }
                if (length == MOST_HELD) {
                    end = base;
                    return Kind.PASSED_OVER;
                }
                load(4 * length);
            }
            if (end == base && end > 0 && length >= PIECE) {
                return Kind.PASSED_OVER;
            }
        }
        return Kind.BEGINNING;
    }

    private void toSegmentBefore() throws IOException {
        segment--;
        end = segment == 0 ? 0 : Files.size(LogFiles.regular(files.segment(segment)));
        base = end;
    }

    private void load(int most) throws IOException {
        base = Math.max(0, end - Math.min(most, MOST_HELD));
        int length = (int) (end - base);
        bytes = new byte[length];
        ByteBuffer into = ByteBuffer.wrap(bytes);
        try (FileChannel file = FileChannel.open(LogFiles.regular(files.segment(segment)), StandardOpenOption.READ)) {
            while (into.hasRemaining()) {
                int count = file.read(into, base + into.position());
                if (count < 0) {
                    throw new EOFException(LogFiles.segmentName(segment) + " is shorter than it was");
                }
                read += count;
            }
        }
    }

    /** -1 if there is none before this. */
    private int lastLf(int before) {
        for (int i = before - 1; i >= 0; i--) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** The array that the present line lies in. Moving on may leave it to its owner and take another. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where in that array the line starts. */
    public int from() {
        return from;
    }

    /** Where in that array the line ends, without its line break. */
    public int to() {
        return to;
    }

    /** Where another reader would have to go on: behind it are the present line and what came after. */
    public Place place() {
        return new Place(segment, end);
    }

    /** How many bytes were read from files. */
    public long read() {
        return read;
    }
}
