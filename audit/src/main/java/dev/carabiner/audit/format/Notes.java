package dev.carabiner.audit.format;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A file of notes, read one after another, no further than the file reached when it was opened: the writer may be at
 * work on it.
 */
public final class Notes implements Closeable {

    private static final int LONGEST_ENTRY = 4_096;
    private static final int PIECE = 16 * 1024;
    private static final byte[] SIGNATURE = Note.SIGNED_BY.getBytes(StandardCharsets.UTF_8);

    private final @Nullable Path file;
    private final InputStream in;
    private final byte[] entry = new byte[LONGEST_ENTRY];
    private long left;
    private long whole;
    private boolean torn;

    private Notes(@Nullable Path file, InputStream in, long left) {
        this.file = file;
        this.in = new BufferedInputStream(in);
        this.left = left;
    }

    /**
     * The notes of a file, to be read one after another and closed.
     *
     * @throws IOException if it is not there, or no regular file
     */
    public static Notes open(Path file) throws IOException {
        return new Notes(file, Files.newInputStream(LogFiles.regular(file)), Files.size(file));
    }

    /** The side file of a log; a missing one is as good as an empty one. */
    public static Notes ofLog(LogFiles files) throws IOException {
        Path side = files.checkpoints();
        return Files.notExists(side) ? new Notes(null, InputStream.nullInputStream(), 0) : open(side);
    }

    /**
     * Goes on with the last entry that speaks of at most so many records, found from the end of the file, so that it takes
     * no longer however many stand before it. To be called before the first {@link #next}. Stays where it is, and returns
     * false, if there is no such entry or what stands there are no notes.
     */
    public boolean skipTo(long records) throws IOException {
        if (file == null) {
            return false;
        }
        try (RandomAccessFile all = new RandomAccessFile(file.toFile(), "r")) {
            for (long length = Math.min(left, PIECE); ; length = Math.min(left, length * 4)) {
                byte[] end = new byte[(int) Math.min(length, Integer.MAX_VALUE - 8)];
                all.seek(left - end.length);
                all.readFully(end);
                int at = lastUpTo(records, end);
                if (at > 0) {
                    long skipped = left - end.length + at;
                    in.skipNBytes(skipped);
                    left -= skipped;
                    whole = skipped;
                    return true;
                }
                if (at < 0 || end.length < length || length == left) {
                    return false;
                }
            }
        }
    }

    /** Where such an entry begins; 0 if it stands before these bytes, and less if they are no notes. */
    private static int lastUpTo(long records, byte[] end) {
        for (int at = end.length - 1; at > 1; at--) {
            if (end[at - 1] == '\n' && end[at - 2] == '\n' && !isSignature(end, at)) {
                long size = size(end, at);
                if (size < 0) {
                    return -1;
                }
                if (size > 0 && size <= records) {
                    return at;
                }
            }
        }
        return 0;
    }

    private static boolean isSignature(byte[] bytes, int at) {
        int to = at + SIGNATURE.length;
        return to <= bytes.length && Arrays.equals(bytes, at, to, SIGNATURE, 0, SIGNATURE.length);
    }

    /** The number in an entry's second line; 0 if the entry is torn before its end, and less if it is none. */
    private static long size(byte[] bytes, int entry) {
        int line = entry;
        while (line < bytes.length && bytes[line] != '\n') {
            line++;
        }
        int to = line + 1;
        while (to < bytes.length && bytes[to] >= '0' && bytes[to] <= '9') {
            to++;
        }
        if (to >= bytes.length) {
            return 0;
        }
        int digits = to - line - 1;
        return bytes[to] == '\n' && digits > 0 && digits <= Note.MOST_SIZE_DIGITS
                ? Long.parseLong(new String(bytes, line + 1, digits, StandardCharsets.US_ASCII))
                : -1;
    }

    /**
     * The bytes of the next entry without the empty line at its end, or null if no whole one is left. Whether they
     * are a note is for {@link Note#parse} to say; an entry that is too long or badly separated is given as it is,
     * which no note looks like.
     */
    public byte @Nullable [] next() throws IOException {
        int length = 0;
        int lines = 0;
        while (left > 0) {
            int b = in.read();
            if (b < 0) {
                break; // another process made the file shorter
            }
            left--;
            entry[length++] = (byte) b;
            lines += b == '\n' ? 1 : 0;
            if (lines == Note.LINES_IN_FILE || length == LONGEST_ENTRY) {
                whole += length;
                boolean separated = length > 1 && entry[length - 1] == '\n' && entry[length - 2] == '\n';
                return Arrays.copyOf(entry, separated ? length - 1 : length);
            }
        }
        torn = length > 0;
        return null;
    }

    /** How far whole entries reach, after the last of them. */
    public long wholeLength() {
        return whole;
    }

    /** Whether, after the last whole entry, something is left. */
    public boolean isTorn() {
        return torn;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
