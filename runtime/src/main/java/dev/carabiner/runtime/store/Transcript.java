package dev.carabiner.runtime.store;

import dev.carabiner.context.Message;
import dev.carabiner.context.MessageJournal;
import dev.carabiner.file.FileProblem;
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A conversation on disk, one line of JSON for each thing that happened to it. A call returns when its line has been
 * forced to the disk; threads that write at the same time share one forcing. Interrupting a caller changes nothing.
 *
 * <p>A write that failed is final: what the file holds from there on is unknown, so nothing more is taken.
 */
public final class Transcript implements MessageJournal, AutoCloseable {

    private static final Logger LOG = System.getLogger(Transcript.class.getName());

    private final Path file;
    private final TranscriptOutput out;
    private final UnaryOperator<String> redact;
    private final long tornBytes;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition progress = lock.newCondition();
    private long written; // lines, as is the next
    private long forced;
    private boolean forcing;
    private boolean closed;
    private @Nullable IOException failure;

    Transcript(Path file, TranscriptOutput out, UnaryOperator<String> redact, long tornBytes) {
        this.file = file;
        this.out = out;
        this.redact = redact;
        this.tornBytes = tornBytes;
    }

    /** The caller sees to it that no other thread or process has it open. */
    static Transcript open(Path file, UnaryOperator<String> redact) throws IOException {
        PrivateFiles.makeFile(file);
        RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw");
        try {
            long torn = TornEnd.cut(file, opened);
            if (torn > 0) {
                LOG.log(
                        Level.WARNING,
                        "{0} ended in the middle of a line; its last {1} bytes are now in {0}.torn",
                        file,
                        torn);
            }
            opened.seek(opened.length());
            return new Transcript(file, TranscriptOutput.to(opened), redact, torn);
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** What the conversation consists of, from the file. */
    public List<Message> messages() {
        return read(file);
    }

    /** The same for a transcript that another process may be writing. */
    static List<Message> read(Path file) {
        try {
            return TranscriptReader.read(file);
        } catch (IOException e) {
            throw new StoreException("Cannot read the transcript " + file + ": " + FileProblem.inWords(e), e);
        }
    }

    /** How many bytes at its end were no whole line when it was opened; they are kept in a file beside it. */
    public long tornBytes() {
        return tornBytes;
    }

    @Override
    public void added(Message message) {
        append(new TranscriptLine.Added(message));
    }

    @Override
    public void held(Message message) {
        append(new TranscriptLine.Held(message));
    }

    @Override
    public void compacted(List<Message> kept) {
        append(new TranscriptLine.Compacted(kept));
    }

    private void append(TranscriptLine line) {
        byte[] bytes = line.bytes(redact);
        lock.lock();
        try {
            requireUsable();
            try {
                out.write(bytes);
            } catch (IOException e) {
                failure = e;
                progress.signalAll();
            }
            long mine = ++written;
            while (failure == null && forced < mine) {
                if (forcing) {
                    progress.awaitUninterruptibly();
                } else {
                    forceWritten();
                }
            }
            if (forced < mine) {
                throw failed();
            }
        } finally {
            lock.unlock();
        }
    }

    /** On behalf of all threads that have written by now. Meanwhile others may write; the next forcing is theirs. */
    private void forceWritten() {
        long upTo = written;
        IOException problem = null;
        forcing = true;
        lock.unlock();
        try {
            out.force();
        } catch (IOException e) {
            problem = e;
        } finally {
            lock.lock();
            forcing = false;
            progress.signalAll();
        }
        if (problem == null) {
            forced = Math.max(forced, upTo);
        } else if (failure == null) {
            failure = problem;
        }
    }

    private void requireUsable() {
        if (failure != null) {
            throw failed();
        }
        if (closed) {
            throw new StoreException("The transcript " + file + " is closed; open the session again to go on");
        }
    }

    private StoreException failed() {
        return new StoreException(
                "The transcript " + file + " has failed and takes nothing any more: " + failure
                        + "; resume the session when the disk is in order",
                failure);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            while (forcing) {
                progress.awaitUninterruptibly();
            }
            out.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Closing the transcript " + file + " failed", e); // everything taken is on disk
        } finally {
            lock.unlock();
        }
    }
}
