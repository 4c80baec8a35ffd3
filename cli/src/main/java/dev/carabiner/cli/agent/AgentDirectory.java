package dev.carabiner.cli.agent;

import dev.carabiner.file.LockedException;
import dev.carabiner.runtime.store.SessionDirectory;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.runtime.store.SessionStore;
import dev.carabiner.runtime.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** Whether its start is on the record: only then is the metadata written a second time. */
    static boolean isBegun(SessionMetadata metadata) {
        return metadata.updated().isAfter(metadata.created());
    }

    /** Whether it has begun and has not ended. */
    static boolean isOpen(SessionMetadata metadata) {
        return isBegun(metadata) && metadata.status() == SessionStatus.RUNNING;
    }

    /** Has {@link #isOpen} say so from now on. */
    static void noteBegin(SessionDirectory kept) {
        kept.update(it -> used(it.withStatus(SessionStatus.RUNNING)));
    }

    /** The same, used now. */
    static SessionMetadata used(SessionMetadata metadata) {
        return metadata.withUpdated(after(metadata.created()));
    }

    /**
     * Whether a start for one event has seen every guard of this policy stop its canaries, and not longer ago than that is
     * looked at again.
     */
    static boolean isProven(SessionDirectory kept, String policy, Duration interval) {
        try {
            Duration age =
                    Duration.between(Files.getLastModifiedTime(proof(kept)).toInstant(), Instant.now());
            return !age.isNegative() && age.compareTo(interval) < 0 && policy.equals(provenPolicy(kept));
        } catch (IOException e) {
            return false;
        }
    }

    /** The policy whose guards were last seen to stop their canaries; empty if none was, or the last time they did not. */
    static String provenPolicy(SessionDirectory kept) {
        try {
            return Files.readString(proof(kept));
        } catch (IOException e) {
            return "";
        }
    }

    /** Notes that its guards stop their canaries. If that cannot be written, the next one looks for itself. */
    static void noteProof(SessionDirectory kept, String policy) {
        try {
            Files.writeString(proof(kept), policy);
        } catch (IOException e) {
            forgetProof(kept);
        }
    }

    /** Has the next one look for itself. */
    static void forgetProof(SessionDirectory kept) {
        try {
            Files.deleteIfExists(proof(kept));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path proof(SessionDirectory kept) {
        return kept.path().resolve("canaries");
    }

    /** Notes that it is in use, to the minute: each time would be another wait for the disk. */
    static void noteUse(SessionDirectory kept) {
        SessionMetadata known = kept.metadata();
        boolean isNoted = known.status() == SessionStatus.RUNNING
                && known.updated().plusSeconds(60).isAfter(Instant.now());
        if (!isNoted) {
            noteBegin(kept);
        }
    }

    private static Instant after(Instant created) {
        Instant now = Instant.now();
        return now.isAfter(created) ? now : created.plusMillis(1);
    }
}
