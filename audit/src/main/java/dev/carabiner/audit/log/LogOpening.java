package dev.carabiner.audit.log;

import dev.carabiner.audit.format.Hex;
import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.Sha256;
import dev.carabiner.audit.format.SigningKey;
import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.LastSegment;
import dev.carabiner.audit.verify.RecordChain;
import dev.carabiner.audit.verify.TamperedException;
import dev.carabiner.event.EventData;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes a log, or puts one in order that a crash has left: sets a torn tail aside, cuts what is unfinished in the other
 * files, completes the hand-over of a key. Nothing is changed before all of the last segment has been found good.
 */
final class LogOpening {

    private final LogFiles files;
    private final Storage storage;
    private final KeyFile keyFile;
    private final AuditLogOptions options;
    private final RecordEncoder encoder;

    LogOpening(AuditLogOptions options, Storage storage, RecordEncoder encoder) {
        this.files = new LogFiles(options.directory());
        this.storage = storage;
        this.keyFile = new KeyFile(files, storage);
        this.options = options;
        this.encoder = encoder;
    }

    OpenedLog open() throws IOException {
        try {
            SortedMap<Integer, Path> segments = files.segments();
            if (segments.isEmpty()) {
                create();
                return open(1);
            }
            if (segments.firstKey() != 1 || segments.lastKey() != segments.size()) {
                throw new CorruptLogException("a segment is missing");
            }
            return open(segments.lastKey());
        } catch (TamperedException e) {
            throw new CorruptLogException("record " + e.seq() + ": " + e.getMessage());
        }
    }

    private void create() throws IOException {
        if (Files.exists(files.checkpoints()) && Files.size(files.checkpoints()) > 0) {
            throw new CorruptLogException("there are checkpoints and no segment");
        }
        String name =
                options.name().isEmpty() ? HexFormat.of().toHexDigits(new SecureRandom().nextLong()) : options.name();
        SigningKey key = keyFile.first(VerifierKey.origin(name));
        LineChain chain = new LineChain(name, 0, new byte[Sha256.BYTES]);
        LogWriter.create(files, storage, chain, encoder, key, options.clock());
    }

    private OpenedLog open(int number) throws IOException {
        LastSegment last = LastSegment.read(files, number);
        if (!last.begun()) {
            return openWithout(number);
        }
        RecordChain chain = last.chain();
        SigningKey key = keyFile.load(chain.key());
        EventData recovered = setAside(number, last);
        cut(files.checkpoints(), last.noteBytes());
        cut(files.secrets(number), wholeLines(files.secrets(number)));
        storage.delete(files.newSegment(number + 1));
        return new OpenedLog(
                files,
                storage,
                keyFile,
                key,
                number,
                chain.tree(),
                chain.hash(),
                chain.ended(),
                last.lastNote(),
                recovered);
    }

    /** A segment whose first record never got to disk whole has never begun. */
    private OpenedLog openWithout(int number) throws IOException {
        storage.move(files.segment(number), files.directory().resolve(LogFiles.segmentName(number) + ".unborn.torn"));
        storage.forceDirectory(files.directory());
        return open();
    }

    private @Nullable EventData setAside(int number, LastSegment last) throws IOException {
        Path segment = files.segment(number);
        Path torn = files.torn(number, last.chain().size());
        if (last.torn()) {
            byte[] tail = tail(segment, last.wholeBytes());
            storage.delete(torn);
            try (Storage.LogChannel copy = storage.append(torn)) {
                copy.write(tail, 0, tail.length);
                copy.force();
            }
            storage.forceDirectory(files.directory());
            cut(segment, last.wholeBytes());
        }
        if (!Files.exists(torn)) {
            return null;
        }
        // also when a crash came between the cut and this record
        return EventData.of(
                "torn_file", torn.getFileName().toString(),
                "bytes", Files.size(torn),
                "sha256", Hex.of(Sha256.of(tail(torn, 0))));
    }

    private static byte[] tail(Path file, long from) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(from);
            byte[] tail = new byte[Math.toIntExact(in.length() - from)];
            in.readFully(tail);
            return tail;
        }
    }

    private void cut(Path file, long length) throws IOException {
        if (Files.exists(file) && Files.size(file) > length) {
            try (Storage.LogChannel channel = storage.append(file)) {
                channel.truncate(length);
                channel.force();
            }
        }
    }

    /** How far the lines of a file reach that end in LF. */
    private static long wholeLines(Path file) throws IOException {
        if (!Files.exists(file)) {
            return 0;
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long at = in.length();
            while (at > 0) {
                in.seek(at - 1);
                if (in.read() == '\n') {
                    return at;
                }
                at--;
            }
            return 0;
        }
    }
}
