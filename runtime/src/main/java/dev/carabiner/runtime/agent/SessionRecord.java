package dev.carabiner.runtime.agent;

import dev.carabiner.runtime.context.MessageJournal;
import dev.carabiner.runtime.store.SessionDirectory;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.session.SessionCoordinator;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session leaves on disk; nothing, if nobody gave it a place. */
final class SessionRecord {

    private final @Nullable SessionDirectory directory;
    private final Clock clock;

    SessionRecord(@Nullable SessionDirectory directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    MessageJournal journal() {
        return directory == null ? MessageJournal.none() : directory.transcript();
    }

    /** Called after each turn, so that a list of sessions is right also after a crash. */
    void turnDone(SessionCoordinator session, int turns, int tokens) {
        if (directory == null) {
            return;
        }
        List<Object> names = session.collectContributions("session.name");
        directory.update(known -> {
            SessionMetadata updated = known.withUse(turns, tokens).withUpdated(clock.instant());
            return names.isEmpty() ? updated : updated.withName(String.valueOf(names.getLast()));
        });
    }

    void close(SessionStatus end, int turns, int tokens) {
        if (directory == null) {
            return;
        }
        try (directory) {
            directory.update(known ->
                    known.withUse(turns, tokens).withUpdated(clock.instant()).withStatus(end));
        }
    }
}
