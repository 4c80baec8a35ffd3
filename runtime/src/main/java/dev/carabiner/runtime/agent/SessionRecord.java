package dev.carabiner.runtime.agent;

import dev.carabiner.context.MessageJournal;
import dev.carabiner.display.Throwables;
import dev.carabiner.runtime.store.SessionDirectory;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.runtime.store.StoreException;
import dev.carabiner.session.SessionCoordinator;
import java.lang.System.Logger;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What a session leaves on disk; nothing if it has no store. */
final class SessionRecord {

    private static final Logger LOG = System.getLogger(SessionRecord.class.getName());

    private final @Nullable SessionDirectory directory;
    private final Clock clock;
    private final AtomicBoolean closed = new AtomicBoolean();

    SessionRecord(@Nullable SessionDirectory directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    int turnsBefore() {
        return directory == null ? 0 : directory.metadata().turns();
    }

    long tokensBefore() {
        return directory == null ? 0 : directory.metadata().tokens();
    }

    MessageJournal journal() {
        return directory == null ? MessageJournal.none() : directory.transcript();
    }

    /** It is under way again. */
    void resumed() {
        if (directory != null) {
            directory.update(known -> known.withStatus(SessionStatus.RUNNING).withUpdated(clock.instant()));
        }
    }

    /** Called after each turn, so that a list of sessions is right also after a crash. A turn is not lost for want of it. */
    void turnDone(SessionCoordinator session, int turns, long tokens) {
        if (directory == null) {
            return;
        }
        List<Object> names = session.collectContributions("session.name");
        try {
            directory.update(known -> {
                SessionMetadata updated = known.withUse(turns, tokens).withUpdated(clock.instant());
                boolean named = !known.name().isEmpty() || names.isEmpty();
                return named ? updated : updated.withName(String.valueOf(names.getLast()));
            });
        } catch (StoreException e) {
            LOG.log(Logger.Level.WARNING, () -> "How far a session is could not be written: " + Throwables.inWords(e));
        }
    }

    /** The session could not begin. Without effect where its end is written already. */
    void failed() {
        close(SessionStatus.ERROR, turnsBefore(), tokensBefore());
    }

    /** Writes its end, once. */
    void close(SessionStatus end, int turns, long tokens) {
        if (directory == null || closed.getAndSet(true)) {
            return;
        }
        try (directory) {
            directory.update(known ->
                    known.withUse(turns, tokens).withUpdated(clock.instant()).withStatus(end));
        }
    }
}
