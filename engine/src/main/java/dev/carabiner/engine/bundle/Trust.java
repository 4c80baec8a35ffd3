package dev.carabiner.engine.bundle;

import java.nio.file.Path;

/** Whether a project's own bundle may be used. */
public sealed interface Trust {

    /** The project has none. */
    record NoBundle() implements Trust {}

    /**
     * The user has trusted this very content.
     *
     * @param files what was read and compared; load these, and not what the disk holds by then
     */
    record Trusted(Path file, BundleFiles files) implements Trust {}

    /**
     * The user has not trusted this content.
     *
     * @param files to be shown to the user, who is to decide, and not to be loaded
     * @param digest of what is to be shown; {@link ProjectTrust#trust} takes it
     * @param changed whether an earlier content was trusted
     */
    record Untrusted(Path file, BundleFiles files, String digest, boolean changed) implements Trust {}
}
