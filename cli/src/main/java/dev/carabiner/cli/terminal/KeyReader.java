package dev.carabiner.cli.terminal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import org.jline.utils.NonBlockingReader;

/** Reads one key at a time, without waiting for the end of a line. */
final class KeyReader {

    static final int NONE = NonBlockingReader.READ_EXPIRED;
    static final int END = NonBlockingReader.EOF;
    static final int ESCAPE = 27;
    static final int ENTER = '\r';
    static final int UP = 0x110001; // beyond all characters
    static final int DOWN = 0x110002;
    static final int OTHER = 0x110003;

    private static final long SEQUENCE_MILLIS = 50;

    private final NonBlockingReader reader;

    KeyReader(NonBlockingReader reader) {
        this.reader = reader;
    }

    /** Drops what was typed before the question, and for so many milliseconds after: it was not meant as an answer. */
    void forget(long moment) throws InterruptedException {
        long until = System.nanoTime() + moment * 1_000_000;
        long left = moment;
        while (left > 0) {
            if (read(left) == END) {
                return;
            }
            left = (until - System.nanoTime()) / 1_000_000;
        }
    }

    /** The next key, or {@link #NONE} if there is none for so long. */
    int next(long millis) throws InterruptedException {
        int c = read(millis);
        return switch (c) {
            case ESCAPE -> sequence();
            case '\n' -> ENTER;
            default -> c;
        };
    }

    /** What follows an escape at once is one key: an arrow, or another that is none of ours. */
    private int sequence() throws InterruptedException {
        int c = read(SEQUENCE_MILLIS);
        if (c < 0) {
            return ESCAPE;
        }
        if (c != '[' && c != 'O') {
            return OTHER;
        }
        do {
            c = read(SEQUENCE_MILLIS);
        } while (c >= 0 && c < '@');
        return switch (c) {
            case 'A' -> UP;
            case 'B' -> DOWN;
            default -> OTHER;
        };
    }

    private int read(long millis) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        try {
            return reader.read(millis);
        } catch (InterruptedIOException e) {
            throw new InterruptedException();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
