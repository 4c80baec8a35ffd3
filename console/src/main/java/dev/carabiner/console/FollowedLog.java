package dev.carabiner.console;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.audit.verify.NoLogException;
import dev.carabiner.audit.verify.TamperedException;
import dev.carabiner.file.FileProblem;
import dev.carabiner.json.InvalidJsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One log that is followed while another process writes it. It is opened for reading only, each record is checked against
 * those before it, and a last line that is not finished yet is left for the next time.
 */
final class FollowedLog {

    static final long LARGEST = 64L * 1024 * 1024;

    private final LogReading reading;
    private final LongTexts values = new LongTexts();
    private final Path directory;
    private @Nullable Instant known;
    private volatile @Nullable String problem;
    private volatile boolean broken;

    FollowedLog(Path directory) {
        this.directory = directory;
        this.reading = new LogReading(directory);
    }

    /** Why it is not followed any further; null while it is. */
    @Nullable
    String problem() {
        return problem;
    }

    /** Whether a record of it does not follow from those before. */
    boolean isBroken() {
        return broken;
    }

    /** Hands over the records that have come since the last time. A session that has ended is read once more. */
    void read(KnownSession session, Consumer<LogRecord> records) {
        if (problem != null || (!session.isRunning() && session.updated().equals(known))) {
            return;
        }
        try {
            if (known == null && size(directory) > LARGEST) {
                problem = "The log is too long to be followed here; 'carabiner audit' reads it";
                return;
            }
            reading.readOn(chain -> {
                take(chain.line(), records);
                return true;
            });
            known = session.updated();
        } catch (NoLogException | NoSuchFileException e) {
            known = session.isRunning() ? null : session.updated(); // it may not have begun yet
        } catch (TamperedException e) {
            broken = true;
            problem = "The log is not as it was written: " + e.getMessage();
        } catch (IOException e) {
            problem = "The log cannot be read: " + FileProblem.inWords(e);
        }
    }

    private void take(dev.carabiner.audit.format.RecordLine line, Consumer<LogRecord> records) {
        try {
            records.accept(LogRecord.of(line, values));
        } catch (InvalidJsonException | IllegalArgumentException e) {
            problem = "Record " + line.seq() + " cannot be read";
        }
    }

    /** How many bytes its segments have; 0 while there are none, or none that can be read. */
    static long size(Path directory) {
        try {
            long sum = 0;
            for (Path segment : new LogFiles(directory).segments().values()) {
                sum += Files.size(segment);
            }
            return sum;
        } catch (IOException e) {
            return 0;
        }
    }
}
