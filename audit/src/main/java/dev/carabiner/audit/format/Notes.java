package dev.carabiner.audit.format;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
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

    private final InputStream in;
    private final byte[] entry = new byte[LONGEST_ENTRY];
    private long left;
    private long whole;
    private boolean torn;

    private Notes(InputStream in, long left) {
        this.in = new BufferedInputStream(in);
        this.left = left;
    }

    /**
     * The notes of a file, to be read one after another and closed.
     *
     * @throws IOException if it is not there, or no regular file
     */
    public static Notes open(Path file) throws IOException {
        return new Notes(Files.newInputStream(LogFiles.regular(file)), Files.size(file));
    }

    /** The side file of a log; a missing one is as good as an empty one. */
    public static Notes ofLog(LogFiles files) throws IOException {
        Path side = files.checkpoints();
        return Files.notExists(side) ? new Notes(InputStream.nullInputStream(), 0) : open(side);
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
