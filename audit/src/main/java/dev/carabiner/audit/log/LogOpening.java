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
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.System.Logger;
import java.nio.file.FileSystemException;
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

    private static final Logger LOG = System.getLogger(FileAuditLog.class.getName());
    private static final int PIECE = 128 * 1024;

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
        keepFromOthers(number);
        SigningKey key = keyFile.load(chain.key());
        if (number == 1) {
            keyFile.export(chain.key());
        }
        EventData recovered = setAside(number, last);
        cut(files.checkpoints(), last.noteBytes());
        cut(files.secrets(number), wholeLines(files.secrets(number)));
        storage.delete(files.newSegment(number + 1));
        return opened(number, last, key, recovered);
    }

    private OpenedLog opened(int number, LastSegment last, SigningKey key, @Nullable EventData recovered) {
        RecordChain chain = last.chain();
        return new OpenedLog(
                files,
                storage,
                keyFile,
                key,
                number,
                chain.recordsInSegment(),
                chain.tree(),
                chain.hash(),
                chain.ended(),
                last.lastNote(),
                recovered);
    }

    /** Files that were copied back from elsewhere may be readable by others. */
    private void keepFromOthers(int lastSegment) throws IOException {
        keepFromOthers(files.key());
        keepFromOthers(files.nextKey());
        for (int segment = 1; segment <= lastSegment; segment++) {
            keepFromOthers(files.secrets(segment));
        }
    }

    /** Not every file system keeps permissions; a log on such a one is opened all the same. */
    private static void keepFromOthers(Path file) throws IOException {
        try {
            if (PrivateFiles.tighten(file, PrivateFiles.READ_WRITE)) {
                LOG.log(Logger.Level.WARNING, "{0} was open to others than its owner; it no longer is", file);
            }
        } catch (FileSystemException e) {
            LOG.log(Logger.Level.WARNING, file + " is open to others than its owner, which cannot be changed: " + e);
        }
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
            storage.delete(torn);
            copyTail(segment, last.wholeBytes(), torn);
            storage.forceDirectory(files.directory());
            cut(segment, last.wholeBytes());
        }
        if (!Files.exists(torn)) {
            return null;
        }
        // also when a crash came between the cut and this record
        try (InputStream in = Files.newInputStream(LogFiles.regular(torn))) {
            return EventData.of(
                    "torn_file", torn.getFileName().toString(),
                    "bytes", Files.size(torn),
                    "sha256", Hex.of(Sha256.of(in)));
        }
    }

    /** In pieces: it may be longer than what memory holds. */
    private void copyTail(Path file, long from, Path to) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                Storage.LogChannel copy = storage.append(to)) {
            in.skipNBytes(from);
            byte[] piece = new byte[PIECE];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                copy.write(piece, 0, read);
            }
            copy.force();
        }
    }

    /** Forced even if there is nothing to cut: what a writer that died had written may not be on disk yet. */
    private void cut(Path file, long length) throws IOException {
        if (Files.exists(file)) {
            try (Storage.LogChannel channel = storage.append(file)) {
                if (channel.size() > length) {
                    channel.truncate(length);
                }
                channel.force();
            }
        }
    }

    /** How far the lines of a file reach that end in LF. */
    private static long wholeLines(Path file) throws IOException {
        if (!Files.exists(file)) {
            return 0;
        }
        try (RandomAccessFile in = new RandomAccessFile(LogFiles.regular(file).toFile(), "r")) {
            byte[] piece = new byte[PIECE];
            for (long end = in.length(); end > 0; end -= Math.min(end, PIECE)) {
                int length = (int) Math.min(end, PIECE);
                in.seek(end - length);
                in.readFully(piece, 0, length);
                for (int i = length; i > 0; i--) {
                    if (piece[i - 1] == '\n') {
                        return end - length + i;
                    }
                }
            }
            return 0;
        }
    }
}
