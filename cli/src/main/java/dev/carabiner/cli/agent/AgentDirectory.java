package dev.carabiner.cli.agent;

import dev.carabiner.file.LockedException;
import dev.carabiner.runtime.store.SessionDirectory;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.runtime.store.SessionStore;
import dev.carabiner.runtime.store.StoreException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;

/** What is kept of an agent's session on disk, and what of it says that the session has begun. */
final class AgentDirectory {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int PAUSE_MILLIS = 20;

    private AgentDirectory() {}

    /**
     * Opens it, or makes it. Another process that judges an event of the same session at the same time is waited for.
     *
     * @param begin what is known of a session that begins now
     * @throws StoreException if it cannot be opened, or another process has it for longer
     */
    static SessionDirectory open(SessionStore store, SessionMetadata begin) {
        Instant patience = Instant.now().plus(PATIENCE);
        while (true) {
            try {
                return Files.isDirectory(store.root().resolve(begin.id()))
                        ? store.open(begin.id())
                        : store.create(begin);
            } catch (StoreException e) {
                if (!isTaken(e) || Instant.now().isAfter(patience)) {
                    throw e;
                }
                pause(e);
            }
        }
    }

    private static boolean isTaken(StoreException e) {
        return e.getCause() instanceof LockedException
                || e.getCause() instanceof FileAlreadyExistsException
                || e.getCause() instanceof DirectoryNotEmptyException;
    }

    private static void pause(StoreException why) {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw why;
        }
    }

    /** Whether its start is on the record, and the canaries with it: only then is the metadata written a second time. */
    static boolean isBegun(SessionMetadata metadata) {
        return metadata.updated().isAfter(metadata.created());
    }

    /** Has {@link #isBegun} say so from now on. */
    static void noteBegin(SessionDirectory kept) {
        kept.update(it -> it.withUpdated(after(it.created())));
    }

    /** Notes that it is in use, to the minute: each time would be another wait for the disk. */
    static void noteUse(SessionDirectory kept) {
        SessionMetadata known = kept.metadata();
        boolean isNoted = known.status() == SessionStatus.RUNNING
                && known.updated().plusSeconds(60).isAfter(Instant.now());
        if (!isNoted) {
            kept.update(it -> it.withStatus(SessionStatus.RUNNING).withUpdated(after(it.created())));
        }
    }

    private static Instant after(Instant created) {
        Instant now = Instant.now();
        return now.isAfter(created) ? now : created.plusMillis(1);
    }
}
