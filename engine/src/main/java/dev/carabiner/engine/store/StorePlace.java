package dev.carabiner.engine.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where approvals are kept. */
public sealed interface StorePlace {

    /** A file of this user, absolute. */
    record InFile(Path file) implements StorePlace {

        /** What the database makes beside its file. */
        private static final List<String> ENDS = List.of("", "-wal", "-shm", "-journal");

        @Override
        public boolean mayHoldRules() {
            return Files.exists(file);
        }

        @Override
        public List<Path> files() {
            return ENDS.stream().map(end -> Path.of(file + end)).toList();
        }

        @Override
        public List<Path> liveFiles() {
            return files();
        }

        @Override
        public String toString() {
            return file.toString();
        }
    }

    /**
     * A database server.
     *
     * @param address {@code postgresql://user@host[:port]/database}, without a password
     * @param password read when it is needed
     */
    record OnServer(String address, StorePassword password) implements StorePlace {

        @Override
        public boolean mayHoldRules() {
            return true;
        }

        @Override
        public List<Path> files() {
            return password.files();
        }

        @Override
        public List<Path> liveFiles() {
            return List.of();
        }

        @Override
        public String toString() {
            return address;
        }
    }

    /** False if there surely is no rule there, because there is nothing yet. */
    boolean mayHoldRules();

    /** Files that decide who gets in or what is permitted: no tool may write them. */
    List<Path> files();

    /** Of these, those that every process that uses the store writes at any time. */
    List<Path> liveFiles();
}
