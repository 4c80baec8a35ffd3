package dev.carabiner.audit.log;

import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.event.EventData;
import dev.carabiner.file.ExclusiveLock;
import dev.carabiner.file.LockedException;
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.lang.System.Logger;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An audit log in a directory, as lines of JSON that cannot be changed unnoticed. Any number of threads, virtual ones too,
 * may append; a durable record is on disk when {@link #append} returns. Once the disk has failed, nothing is acknowledged
 * any more and every append throws.
 */
public final class FileAuditLog implements AuditLog, AutoCloseable {

    private static final Logger LOG = System.getLogger(FileAuditLog.class.getName());
    private static final Duration PATIENCE_WITH_ANCHORS = Duration.ofSeconds(5);

    private final ExclusiveLock directoryLock;
    private final EncoderPool encoders;
    private final Function<AuditRecord, Durability> durability;
    private final Clock clock;
    private final AppendQueue queue;
    private final LogWriter writer;
    private final CheckpointSigner signer;
    private final List<AnchorPost> anchors;
    private final SoundChannel sideFile;
    private final VerifierKey key;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CountDownLatch released = new CountDownLatch(1);

    private FileAuditLog(AuditLogOptions options, OpenedLog opened, String boot, ExclusiveLock directoryLock)
            throws IOException {
        this.directoryLock = directoryLock;
        this.durability = options.durability();
        this.clock = options.clock();
        WrittenValues values = new WrittenValues(new EarlierValues(opened.files(), opened.segment()));
        this.encoders = new EncoderPool(() -> new RecordEncoder(boot, options.secretFields(), values));
        this.key = opened.key().verifier();
        this.anchors = options.anchors().stream()
                .map(anchor -> new AnchorPost(anchor, this::anchorFailed))
                .toList();
        this.sideFile = SoundChannel.append(opened.storage(), opened.files().checkpoints());
        opened.storage().forceDirectory(options.directory());
        this.signer = new CheckpointSigner(sideFile, opened.lastNote(), this::anchor, this::failed, options);
        this.queue = new AppendQueue(key.log(), opened.tree().size(), opened.lastHash(), this::startWriter);
        this.writer = new LogWriter(opened, queue, signer, RecordEncoder.ofLog(boot), options);
    }

    private void start(OpenedLog opened) throws IOException, InterruptedException {
        signer.grown(writer.head(), true, true);
        try {
            if (opened.ended()) {
                writer.resumeRotation();
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            signer.close();
            throw e;
        }
        OpenLogs.add(this);
        EventData recovered = opened.recovered();
        if (recovered != null) {
            own("recovered", recovered, true);
        }
    }

    /** The same as {@link #open(AuditLogOptions)} with the usual options. */
    public static FileAuditLog open(Path directory) {
        return open(AuditLogOptions.in(directory));
    }

    /**
     * Opens a log, or makes it. What a crash has left is put in order first.
     *
     * @throws CorruptLogException if it is not what was written
     * @throws AuditLogException if another writer has it open, or it cannot be opened
     */
    public static FileAuditLog open(AuditLogOptions options) {
        return open(options, new DiskStorage());
    }

    static FileAuditLog open(AuditLogOptions options, Storage storage) {
        Path directory = options.directory();
        try {
            storage.makeDirectories(directory);
            ExclusiveLock lock = ExclusiveLock.take(new LogFiles(directory).lock(), PrivateFiles.WRITE_ONLY);
            try {
                String boot = HexFormat.of().toHexDigits(new SecureRandom().nextLong());
                OpenedLog opened = new LogOpening(options, storage, RecordEncoder.ofLog(boot)).open();
                FileAuditLog log = new FileAuditLog(options, opened, boot, lock);
                log.start(opened);
                return log;
            } catch (IOException | InterruptedException | RuntimeException | Error e) {
                lock.close();
                throw e;
            }
        } catch (LockedException e) {
            throw new AuditLogException(
                    "The audit log in " + directory + " is already being written by " + e.holder()
                            + "; there can be one writer",
                    e);
        } catch (IOException e) {
            throw new AuditLogException("The audit log in " + directory + " cannot be opened: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AuditLogException("Interrupted while opening the audit log in " + directory, e);
        }
    }

    /** The public key of the segment that was being written when the log was opened. */
    public VerifierKey key() {
        return key;
    }

    /**
     * Returns when the record is on disk, or, if it is a buffered one, in line to get there. Any thread may call it;
     * records of one thread stand in the log in their order.
     *
     * @throws AuditLogException if the log is closed or has failed, or the record is longer than a line may be
     */
    @Override
    public void append(AuditRecord record) {
        boolean durable = durability.apply(record) == Durability.DURABLE;
        RecordEncoder encoder = encoders.take();
        encoder.encode(record);
        queue.append(encoder, durable, record instanceof ApprovalDecided);
        encoders.giveBack(encoder);
    }

    private void own(String type, EventData data, boolean durable) {
        RecordEncoder encoder = encoders.take();
        encoder.encode(clock.instant(), type, data);
        queue.append(encoder, durable, false);
        encoders.giveBack(encoder);
    }

    private void anchor(Note note) {
        anchors.forEach(anchor -> anchor.bring(note));
    }

    private void anchorFailed(String anchor, String error) {
        try {
            own("anchor_failed", EventData.of("anchor", anchor, "error", error), false);
        } catch (AuditLogException e) {
            LOG.log(Logger.Level.DEBUG, "That an anchor failed could not be recorded", e);
        }
    }

    /** Returns when everything appended before is on disk. */
    public void flush() {
        queue.flush();
    }

    /** The same without waiting. Null if the log is closed, or about to be, or has failed. */
    @Nullable
    Batch beginFlush() {
        return queue.beginFlush();
    }

    /** Waits for that batch, or for the thread that closes the log, but not for longer than so many ns. */
    void awaitFlush(@Nullable Batch batch, long nanos) throws InterruptedException {
        if (batch != null) {
            batch.await(nanos);
        } else if (closed.get()) {
            released.await(nanos, TimeUnit.NANOSECONDS);
        }
    }

    /**
     * Writes and signs what is left, ends the segment and destroys its key: these records cannot be signed again. Waits for
     * the disk, and for the anchors 5 seconds at most; an interruption does not end the wait and stays set. A second call
     * returns at once.
     *
     * @throws AuditLogException if something that was appended could not be written, or the segment could not be ended;
     *     the next opening puts that in order
     */
    @Override
    public void close() {
        close(writer::finish);
    }

    /**
     * Writes and signs what is left and lets go of the directory, and leaves the segment open: its key stays, and the next
     * opening goes on with both. For a writer that will be back shortly, and has no time to end the segment each time. Waits as {@link #close} does; a second call, or one after that, returns at once.
     *
     * @throws AuditLogException if something that was appended could not be written
     */
    public void leave() {
        close(writer::leave);
    }

    private void close(Task rest) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        queue.close();
        if (queue.failure() == null) {
            finish(rest);
        }
        signer.close();
        try {
            long deadline = System.nanoTime() + PATIENCE_WITH_ANCHORS.toNanos(); // for all of them together
            for (AnchorPost anchor : anchors) {
                anchor.flush(deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            release();
            OpenLogs.remove(this);
            released.countDown();
        }
        AuditLogException failure = queue.failure();
        if (failure != null) {
            throw new AuditLogException("The audit log was closed after a failure: " + failure.getMessage(), failure);
        }
    }

    /** On a worker, whom an interruption of this thread cannot reach. */
    private void finish(Task rest) {
        Batch done = new Batch(Batch.Content.empty());
        try {
            Workers.run(() -> {
                run(rest);
                done.complete();
            });
            done.outcome();
        } catch (RuntimeException | Error e) { // no thread to be had
            failed(e);
        }
    }

    private void release() {
        try (directoryLock;
                sideFile) {
            writer.close();
        } catch (IOException e) {
            LOG.log(Logger.Level.WARNING, "The files of an audit log could not be closed", e);
        }
    }

    private void startWriter() {
        Workers.run(() -> {
            if (!run(writer::run)) {
                queue.writerGone();
            }
        });
    }

    private boolean run(Task task) {
        try {
            task.run();
            return true;
        } catch (Throwable e) { // whatever it is, no thread may be left waiting
            failed(e);
            return false;
        }
    }

    private void failed(Throwable problem) {
        queue.fail(AuditLogException.failed(problem));
        LOG.log(Logger.Level.ERROR, () -> "The audit log has failed and takes nothing any more: " + problem);
    }

    @FunctionalInterface
    private interface Task {
        void run() throws IOException, InterruptedException;
    }
}
