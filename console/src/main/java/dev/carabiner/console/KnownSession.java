package dev.carabiner.console;

import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A session of this user, as it is listed. Its log is read and never written.
 *
 * @param name what it is about; may be empty
 * @param parent the session that it works for, or was forked from; null if there is none
 * @param status {@code running}, or how it ended
 * @param log the directory of its audit log, whether or not it is there yet
 */
public record KnownSession(
        String id,
        String name,
        Instant created,
        Instant updated,
        Path directory,
        String bundle,
        @Nullable String parent,
        String status,
        int turns,
        Path log) {

    boolean isRunning() {
        return status.equals("running");
    }
}
