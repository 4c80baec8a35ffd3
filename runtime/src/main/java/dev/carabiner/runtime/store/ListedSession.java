package dev.carabiner.runtime.store;

/** A session in a list. */
public sealed interface ListedSession {

    /** The id that commands take; also the name of its directory in the store. */
    String id();

    /** One whose metadata can be read. */
    record Known(SessionMetadata metadata) implements ListedSession {

        @Override
        public String id() {
            return metadata.id();
        }
    }

    /**
     * One whose metadata cannot be read.
     *
     * @param problem which file, and what is wrong with it
     */
    record Damaged(String id, String problem) implements ListedSession {}
}
