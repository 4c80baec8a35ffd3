package dev.carabiner.audit.log;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.MerkleTree;
import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.SegmentEnd;
import dev.carabiner.audit.format.SegmentStart;
import dev.carabiner.audit.format.Sha256;
import dev.carabiner.audit.format.SigningKey;
import dev.carabiner.event.EventData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Writes records, on one thread at a time. For each batch: write, force if a thread waits, let those that wait go, and only
 * then see to the tree, to checkpoints and to the end of the segment.
 */
final class LogWriter {

    private static final int MOST_LEFT = 48;

    private final LogFiles files;
    private final Storage storage;
    private final KeyFile keyFile;
    private final AppendQueue queue;
    private final CheckpointSigner signer;
    private final RecordEncoder encoder;
    private final Clock clock;
    private final long segmentBytes;

    private final MerkleTree tree;
    private int segment;
    private long segmentBegin;
    private SigningKey key;
    private SoundChannel channel;
    private @Nullable SoundChannel secrets;

    LogWriter(
            OpenedLog opened,
            AppendQueue queue,
            CheckpointSigner signer,
            RecordEncoder encoder,
            AuditLogOptions options)
            throws IOException {
        this.files = opened.files();
        this.storage = opened.storage();
        this.keyFile = opened.keyFile();
        this.queue = queue;
        this.signer = signer;
        this.encoder = encoder;
        this.clock = options.clock();
        this.segmentBytes = options.segmentBytes();
        this.tree = opened.tree();
        this.segment = opened.segment();
        this.segmentBegin = tree.size() - opened.records();
        this.key = opened.key();
        this.channel = SoundChannel.append(storage, files.segment(segment));
        channel.force(); // what was read when it was opened may not have been on disk yet
    }

    /** Until there is nothing to do for a while, or the disk fails. Never on two threads at once. */
    void run() throws IOException, InterruptedException {
        for (Batch batch = queue.take(); batch != null; batch = queue.take()) {
            try {
                write(batch);
            } catch (IOException | RuntimeException | Error e) {
                queue.fail(AuditLogException.failed(e), batch);
                throw e;
            }
            queue.recycle(batch);
            if (channel.length() >= segmentBytes) {
                rotate();
            }
        }
    }

    /**
     * Writes what is left in a log that is closed, and ends its segment: from then on no key exists that could sign its
     * records again. The next segment holds no more than its first record, which certifies the key for a later opening.
     * Then everything is on disk. A segment that has no more than its first record is left as it is.
     */
    void finish() throws IOException, InterruptedException {
        run();
        force();
        if (tree.size() - segmentBegin > 1) {
            rotate();
            force();
        }
    }

    /**
     * Writes what is left in a log that is closed. Its segment goes on when it is opened again; a long one is ended, because
     * all of it is read then.
     */
    void leave() throws IOException, InterruptedException {
        if (tree.size() - segmentBegin < MOST_LEFT) {
            run();
            force();
        } else {
            finish();
        }
    }

    private void force() throws IOException {
        if (secrets != null) {
            secrets.force();
            secrets.requireOwn();
        }
        channel.force();
        channel.requireOwn();
    }

    private void write(Batch batch) throws IOException {
        Batch.Content content = batch.content();
        if (content.openings().length() > 0) {
            writeSecrets(content);
        }
        channel.write(content.lines().array(), 0, content.lines().length());
        if (batch.awaited()) {
            force();
        }
        batch.complete();
        grow(content);
        signer.grown(head(), batch.awaited(), batch.worthACheckpoint());
    }

    Head head() {
        return new Head(tree.size(), tree.root(), key, channel, secrets);
    }

    private void grow(Batch.Content content) {
        for (int at = 0; at < content.hashes().length(); at += Sha256.BYTES) {
            tree.add(content.hashes().array(), at);
        }
    }

    /** Before the records that refer to them: an opening without a record is nothing, a record without one is a loss. */
    private void writeSecrets(Batch.Content content) throws IOException {
        channel.requireOwn(); // where another writer writes records, the openings are its as well
        if (secrets == null) {
            secrets = SoundChannel.append(storage, files.secrets(segment));
            storage.forceDirectory(files.directory());
        }
        secrets.write(content.openings().array(), 0, content.openings().length());
    }

    /** Ends the segment and begins the next. Producers wait meanwhile, so that no record comes between the two. */
    private void rotate() throws IOException, InterruptedException {
        Batch rest = queue.beginAlone();
        try {
            rest.await(true, false);
            write(rest);
            Batch end = own(SegmentEnd.TYPE, SegmentEnd.of(segment, tree).data());
            end.await(true, false);
            write(end);
            beginSegment();
        } catch (IOException | RuntimeException | Error e) {
            queue.fail(AuditLogException.failed(e), rest);
            throw e;
        } finally {
            queue.endAlone();
        }
    }

    /** From a segment that has ended to the next one. Also where a crash has left it at that. */
    void resumeRotation() throws IOException, InterruptedException {
        queue.beginAlone();
        try {
            beginSegment();
        } finally {
            queue.endAlone();
        }
    }

    private void beginSegment() throws IOException, InterruptedException {
        signer.signNow(head());
        SigningKey next = SigningKey.generate(key.verifier().name());
        keyFile.prepare(next);
        Note handover = Note.handover(key, tree.size(), tree.root(), next.verifier());
        SegmentStart start = new SegmentStart(
                segment + 1,
                SegmentStart.Previous.of(segment, tree),
                next.verifier().text(),
                new String(handover.bytes(), StandardCharsets.UTF_8));
        Batch first = own(SegmentStart.TYPE, start.data());
        newSegment(segment + 1, first);
        keyFile.promote();
        key = next;
        signer.grown(head(), true, false);
    }

    /** Makes the file under another name first: a segment that counts has a whole first record. */
    private void newSegment(int number, Batch first) throws IOException {
        Batch.Content content = first.content();
        place(files, storage, number, content);
        close();
        segment = number;
        segmentBegin = tree.size();
        channel = SoundChannel.append(storage, files.segment(number));
        grow(content);
    }

    private Batch own(String type, EventData data) {
        encoder.encode(clock.instant(), type, data);
        return queue.alone(encoder);
    }

    /** The first segment of a log that is being made. */
    static void create(
            LogFiles files, Storage storage, LineChain chain, RecordEncoder encoder, SigningKey key, Clock clock)
            throws IOException {
        encoder.encode(
                clock.instant(),
                SegmentStart.TYPE,
                new SegmentStart(1, null, key.verifier().text(), null).data());
        Batch.Content content = Batch.Content.empty();
        chain.put(encoder, content);
        place(files, storage, 1, content);
    }

    private static void place(LogFiles files, Storage storage, int number, Batch.Content content) throws IOException {
        storage.place(
                files.newSegment(number),
                files.segment(number),
                content.lines().array(),
                content.lines().length());
    }

    /** Forces nothing: the thread that closes the files may be interrupted, and has seen to it before. */
    void close() throws IOException {
        SoundChannel records = channel;
        try (records) {
            if (secrets != null) {
                secrets.close();
                secrets = null;
            }
        }
    }
}
