package dev.carabiner.runtime.store;

import dev.carabiner.event.CarabinerException;
import dev.carabiner.file.AtomicFile;
import dev.carabiner.file.ExclusiveLock;
import dev.carabiner.file.FileProblem;
import dev.carabiner.file.LockedException;
import dev.carabiner.file.PrivateFiles;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.InvalidJsonException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/** One session on disk, open here and nowhere else until it is closed. */
public final class SessionDirectory implements AutoCloseable {

    private static final Logger LOG = System.getLogger(SessionDirectory.class.getName());
    private static final long LARGEST_METADATA = 1024 * 1024;

    private final Path path;
    private final ExclusiveLock sessionLock;
    private final Transcript transcript;

    private final ReentrantLock lock = new ReentrantLock();
    private volatile SessionMetadata metadata;
    private boolean closed;

    private SessionDirectory(Path path, ExclusiveLock sessionLock, Transcript transcript, SessionMetadata metadata) {
        this.path = path;
        this.sessionLock = sessionLock;
        this.transcript = transcript;
        this.metadata = metadata;
    }

    /** Makes a session under a name that no session has, and then gives it its own: it is there whole, or not at all. */
    static void make(Path path, Path fresh, SessionMetadata metadata) throws IOException {
        PrivateFiles.createDirectory(fresh);
        try {
            write(fresh, metadata);
            PrivateFiles.makeFile(transcriptFile(fresh));
            AtomicFile.forceDirectory(fresh);
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(metadataFile(fresh));
            Files.deleteIfExists(transcriptFile(fresh));
            Files.deleteIfExists(fresh);
            throw e;
        }
        AtomicFile.forceDirectory(Objects.requireNonNull(path.getParent(), "a session's directory is in another"));
    }

    static SessionDirectory open(Path path, UnaryOperator<String> redact) throws IOException {
        ExclusiveLock sessionLock = lock(path);
        try {
            SessionMetadata metadata = readMetadata(path);
            if (Files.notExists(transcriptFile(path), LinkOption.NOFOLLOW_LINKS)) { // it was made with the session
                throw new StoreException(transcriptFile(path) + " is missing; restore it, or begin another session");
            }
            return new SessionDirectory(path, sessionLock, Transcript.open(transcriptFile(path), redact), metadata);
        } catch (IOException | RuntimeException e) {
            sessionLock.close();
            throw e;
        }
    }

    private static ExclusiveLock lock(Path path) throws IOException {
        try {
            return ExclusiveLock.take(path.resolve("lock"));
        } catch (LockedException e) {
            throw new StoreException(
                    "The session in " + path + " is open already, in " + e.holder() + "; end it there first", e);
        }
    }

    /** The session's id. */
    public String id() {
        return metadata.id();
    }

    /** The directory itself. */
    public Path path() {
        return path;
    }

    /** What is known of the session, as last written. */
    public SessionMetadata metadata() {
        return metadata;
    }

    /** The conversation on disk. */
    public Transcript transcript() {
        return transcript;
    }

    /** Where the session's audit log belongs. The directory is made by the code that opens the log. */
    public Path auditDirectory() {
        return auditDirectory(path);
    }

    /** Changes the metadata; the change is on disk when this returns. */
    public SessionMetadata update(UnaryOperator<SessionMetadata> change) {
        lock.lock();
        try {
            if (closed) {
                throw new StoreException("The session " + id() + " is closed; open it again to change it");
            }
            SessionMetadata changed = change.apply(metadata);
            if (!changed.id().equals(metadata.id())) {
                throw new IllegalArgumentException(
                        "The session " + metadata.id() + " cannot become " + changed.id() + "; an id is for good");
            }
            if (!changed.equals(metadata)) {
                write(path, changed);
                metadata = changed;
            }
            return changed;
        } catch (IOException e) {
            throw new StoreException("Cannot write " + metadataFile(path) + ": " + FileProblem.inWords(e), e);
        } finally {
            lock.unlock();
        }
    }

    /** Lets others open it. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                transcript.close();
                sessionLock.close();
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Closing the session in " + path + " failed", e);
        } finally {
            lock.unlock();
        }
    }

    static Path transcriptFile(Path directory) {
        return directory.resolve("transcript.jsonl");
    }

    static Path auditDirectory(Path directory) {
        return directory.resolve("audit");
    }

    private static Path metadataFile(Path directory) {
        return directory.resolve("metadata.json");
    }

    /** Also of a session that another process has open. */
    static SessionMetadata readMetadata(Path directory) throws IOException {
        Path file = metadataFile(directory);
        if (Files.size(file) > LARGEST_METADATA) {
            throw new StoreException(file + " is too large for the metadata of a session");
        }
        SessionMetadata metadata;
        try {
            metadata = SessionMetadata.read(EventDataJson.read(Files.readAllBytes(file)));
        } catch (InvalidJsonException e) {
            throw new StoreException(file + " is damaged: it is not a JSON object, or more than one", e);
        } catch (CarabinerException | IllegalArgumentException | ArithmeticException e) {
            throw new StoreException(file + " is damaged: " + e.getMessage(), e);
        }
        if (!directory.endsWith(metadata.id())) {
            throw new StoreException(file + " is damaged: it belongs to the session " + metadata.id());
        }
        return metadata;
    }

    private static void write(Path directory, SessionMetadata metadata) throws IOException {
        byte[] json = (EventDataJson.write(metadata.toData()) + "\n").getBytes(StandardCharsets.UTF_8);
        AtomicFile.replace(metadataFile(directory), json);
    }
}
