package dev.carabiner.runtime.store;

import dev.carabiner.context.Message;
import dev.carabiner.file.FileProblem;
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** All sessions of a user, each in a directory of its own that only the user can read. Any thread may call it. */
public final class SessionStore {

    private final Path root;
    private final UnaryOperator<String> redact;

    private SessionStore(Path root, UnaryOperator<String> redact) {
        this.root = root;
        this.redact = redact;
    }

    /** The directory is made when the first session is. */
    public static SessionStore at(Path root) {
        return new SessionStore(root.toAbsolutePath().normalize(), UnaryOperator.identity());
    }

    /** The same store, where every text goes through this before it is written to a transcript. */
    public SessionStore redacting(UnaryOperator<String> newRedact) {
        return new SessionStore(root, newRedact);
    }

    /** The directory that holds the sessions, one directory each. */
    public Path root() {
        return root;
    }

    /**
     * Makes a session and opens it.
     *
     * @throws StoreException if there is one with that id, or the disk does not allow it
     */
    public SessionDirectory create(SessionMetadata metadata) {
        Path directory = directory(metadata.id());
        try {
            PrivateFiles.makeDirectories(root);
            if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(directory.toString());
            }
            SessionDirectory.make(directory, root.resolve(".new-" + UUID.randomUUID()), metadata);
            return SessionDirectory.open(directory, redact);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            throw new StoreException("There is a session " + metadata.id() + " in " + root + " already", e);
        } catch (IOException e) {
            throw new StoreException(
                    "Cannot make the session " + metadata.id() + " in " + root + ": " + FileProblem.inWords(e), e);
        }
    }

    /**
     * Opens a session to go on with it.
     *
     * @throws StoreException if there is none with that id, if it is open already, or if it is damaged
     */
    public SessionDirectory open(String id) {
        Path directory = existing(id);
        try {
            return SessionDirectory.open(directory, redact);
        } catch (IOException e) {
            throw new StoreException(
                    "Cannot open the session " + id + " in " + root + ": " + FileProblem.inWords(e), e);
        }
    }

    /** A session's metadata, whether or not a process has it open. */
    public SessionMetadata metadata(String id) {
        Path directory = existing(id);
        try {
            return SessionDirectory.readMetadata(directory);
        } catch (IOException e) {
            throw new StoreException(
                    "Cannot read the metadata of the session " + id + " in " + root + ": " + FileProblem.inWords(e), e);
        }
    }

    /** A session's conversation so far, whether or not a process has it open. */
    public List<Message> messages(String id) {
        return Transcript.read(SessionDirectory.transcriptFile(existing(id)));
    }

    /** Where a session's audit log is, whether or not a process has the session open. */
    public Path auditDirectory(String id) {
        return SessionDirectory.auditDirectory(existing(id));
    }

    /** Those used last come first, damaged ones at the end. Only the metadata is read. */
    public List<ListedSession> list() {
        List<SessionMetadata> readable = new ArrayList<>();
        List<ListedSession> damaged = new ArrayList<>();
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(root, SessionStore::isSession)) {
            for (Path directory : directories) {
                try {
                    readable.add(SessionDirectory.readMetadata(directory));
                } catch (IOException | StoreException e) {
                    damaged.add(new ListedSession.Damaged(name(directory), FileProblem.inWords(e)));
                }
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException | DirectoryIteratorException e) {
            throw new StoreException("Cannot list the sessions in " + root + ": " + FileProblem.inWords(e), e);
        }
        readable.sort(Comparator.comparing(SessionMetadata::updated).reversed().thenComparing(SessionMetadata::id));
        damaged.sort(Comparator.comparing(ListedSession::id));
        List<ListedSession> all = new ArrayList<>();
        readable.forEach(metadata -> all.add(new ListedSession.Known(metadata)));
        all.addAll(damaged);
        return List.copyOf(all);
    }

    private Path directory(String id) {
        SessionIds.check(id);
        return root.resolve(id);
    }

    private Path existing(String id) {
        Path directory = directory(id);
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new StoreException("There is no session " + id + " in " + root);
        }
        return directory;
    }

    private static boolean isSession(Path entry) {
        return SessionIds.isValid(name(entry)) && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    }

    private static String name(Path directory) {
        return String.valueOf(directory.getFileName());
    }
}
