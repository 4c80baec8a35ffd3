package dev.carabiner.runtime.store;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A store, and sessions to put into it. */
abstract class StoredSessions {

    static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

    @TempDir
    Path directory;

    SessionStore store;

    @BeforeEach
    void begin() {
        store = SessionStore.at(directory.resolve("carabiner/sessions"));
    }

    static SessionMetadata metadata(String id) {
        return SessionMetadata.begin(id, NOON, Path.of("/home/me/project"), "default");
    }

    SessionDirectory create(String id) {
        return store.create(metadata(id));
    }
}
