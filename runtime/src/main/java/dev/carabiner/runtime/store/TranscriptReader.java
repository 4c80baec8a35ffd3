package dev.carabiner.runtime.store;

import dev.carabiner.context.Message;
import dev.carabiner.event.CarabinerException;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plays a transcript back. What stands behind the last end of a line is no message yet, and neither is a last line that
 * makes no sense; anywhere else such a line is an error.
 */
final class TranscriptReader {

    /** What is read as one object at most, and more than is ever written as one. */
    static final int LONGEST_LINE = 16 * 1024 * 1024;

    private final Path file;
    private final List<Message> messages = new ArrayList<>();
    private final List<Message> held = new ArrayList<>();
    private long lines;
    private @Nullable StoreException malformed;

    private TranscriptReader(Path file) {
        this.file = file;
    }

    static List<Message> read(Path file) throws IOException {
        TranscriptReader reader = new TranscriptReader(file);
        try (InputStream in = new FileInputStream(file.toFile())) {
            reader.readLines(in);
        }
        reader.messages.addAll(reader.held); // the result that they waited for never came
        return List.copyOf(reader.messages);
    }

    private void readLines(InputStream in) throws IOException {
        byte[] chunk = new byte[64 * 1024];
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
            int from = 0;
            for (int i = 0; i < count; i++) {
                if (chunk[i] == '\n') {
                    line.write(chunk, from, i - from);
                    next(line.toByteArray());
                    line.reset();
                    from = i + 1;
                }
            }
            line.write(chunk, from, count - from);
            if (line.size() > LONGEST_LINE) {
                throw broken(lines + 1, "it is longer than " + LONGEST_LINE + " bytes", null);
            }
        }
    }

    private void next(byte[] line) {
        if (malformed != null) {
            throw malformed; // it was not the last
        }
        lines++;
        try {
            play(TranscriptLine.read(line));
        } catch (CarabinerException | IllegalArgumentException e) {
            malformed = broken(lines, String.valueOf(e.getMessage()), e);
        }
    }

    private void play(TranscriptLine line) {
        switch (line) {
            case TranscriptLine.Added added -> {
                held.remove(added.message());
                messages.add(added.message());
            }
            case TranscriptLine.Held waiting -> held.add(waiting.message());
            case TranscriptLine.Compacted compacted -> {
                messages.clear();
                messages.addAll(compacted.messages());
            }
        }
    }

    private StoreException broken(long number, String problem, @Nullable Throwable cause) {
        return new StoreException(
                file + ", line " + number + ", is not a line of a transcript: " + problem
                        + "; restore the file, or remove the line if the session may go on without it",
                cause);
    }
}
