package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.LogFiles;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The lines of a segment in one reused buffer, as far as the file reached when it was opened. The buffer is as long as
 * the longest line so far, and never much longer than a line may be, whatever the file holds.
 */
public final class LineReader implements Closeable {

    /** What {@link #next} came to. */
    public enum Kind {
        LINE,
        /** The end of the file, right behind a line. */
        END,
        /** The end of the file, in the middle of a line. */
        UNFINISHED,
        TOO_LONG
    }

    private static final int FIRST_SIZE = 1 << 16;

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;

    private final FileChannel file;
    private byte[] bytes = new byte[FIRST_SIZE];
    private int from;
    private int to;
    private int filled;
    private long unread;
    private long consumed;
    private long offset;
    private boolean sawNul;

    /**
     * Starts at the beginning of the file.
     *
     * @throws IOException if it cannot be read, or is no regular file
     */
    public LineReader(Path path) throws IOException {
        this(path, 0);
    }

    /** Starts at a byte that is known to be the first of a line. */
    public LineReader(Path path, long start) throws IOException {
        file = FileChannel.open(LogFiles.regular(path), StandardOpenOption.READ);
        file.position(start);
        consumed = start;
        unread = Math.max(0, file.size() - start);
    }

    /** Moves to the next line, which then lies in {@link #bytes} between {@link #from} and {@link #to}, without LF. */
    public Kind next() throws IOException {
        int next = from == to && filled == 0 ? 0 : to + 1;
        offset = consumed - filled + next;
        from = next;
        sawNul = false;
        int searched = from;
        while (true) {
            to = indexOfLf(searched);
            if (to < filled) {
                return to - from < LogFiles.LONGEST_LINE ? Kind.LINE : Kind.TOO_LONG;
            }
            searched = filled;
            if (unread == 0) {
                return from == filled ? Kind.END : Kind.UNFINISHED;
            }
            if (filled - from >= LogFiles.LONGEST_LINE) {
                return beyondTheLongest();
            }
            searched -= makeRoom();
            fill();
        }
    }

    /** Nothing of such a line is needed but whether it ends, and whether it has a zero byte. */
    private Kind beyondTheLongest() throws IOException {
        while (true) {
            sawNul |= hasNul(from, filled);
            from = 0;
            filled = 0;
            if (unread == 0) {
                return Kind.UNFINISHED;
            }
            fill();
            to = indexOfLf(0);
            if (to < filled) {
                return Kind.TOO_LONG;
            }
        }
    }

    /** The array that the present line lies in. Reading on overwrites it. */
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

    /** Where in the file the line starts. */
    public long offset() {
        return offset;
    }

    /** Whether the line has a zero byte: a block that never reached the disk. */
    public boolean hasNul() {
        return sawNul || hasNul(from, to);
    }

    private boolean hasNul(int start, int end) {
        for (int i = start; i < end; i++) {
            if (bytes[i] == 0) {
                return true;
            }
        }
        return false;
    }

    /** Moves the rest to the front, or else enlarges the buffer; returns by how much the rest has moved. */
    private int makeRoom() {
        int moved = from;
        if (moved > 0) {
            System.arraycopy(bytes, from, bytes, 0, filled - from);
            filled -= moved;
            from = 0;
        } else if (filled == bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(2 * bytes.length, LogFiles.LONGEST_LINE + FIRST_SIZE));
        }
        return moved;
    }

    private void fill() throws IOException {
        int count = (int) Math.min(unread, bytes.length - filled);
        int read = file.read(ByteBuffer.wrap(bytes, filled, count));
        if (read < 0) {
            unread = 0; // another process made the file shorter
        } else {
            filled += read;
            consumed += read;
            unread -= read;
        }
    }

    /** Many bytes at a time, then eight; {@code filled} if there is none. */
    private int indexOfLf(int start) {
        int at = start;
        while (filled - at >= 4 * Long.BYTES
                && (lf(at) | lf(at + Long.BYTES) | lf(at + 2 * Long.BYTES) | lf(at + 3 * Long.BYTES)) == 0) {
            at += 4 * Long.BYTES;
        }
        while (filled - at >= Long.BYTES) {
            long found = lf(at);
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at < filled && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    /** Not 0 if one of eight bytes is LF; the lowest bit then marks the first. */
    private long lf(int at) {
        long eight = (long) EIGHT_BYTES.get(bytes, at) ^ '\n' * ONES;
        return (eight - ONES) & ~eight & ONES << 7;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
