package dev.carabiner.storetests;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A PostgreSQL primary and its synchronous standby. What the one acknowledges, the other has on its disk. */
final class PostgresPair implements AutoCloseable {

    /** What a copy makes anew. */
    private static final Set<String> NOT_COPIED =
            Set.of("pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_stat_tmp", "pg_subtrans");

    private static final Set<String> FILES_NOT_COPIED = Set.of("postmaster.pid", "postmaster.opts", "standby.signal");

    private PostgresNode primary;
    private PostgresNode standby;

    private PostgresPair(PostgresNode primary, PostgresNode standby) {
        this.primary = primary;
        this.standby = standby;
    }

    /** Starts both, with an empty database {@code approvals} in them. */
    static PostgresPair start(Path directory) throws Exception {
        Path binaries = binaries();
        PostgresPair pair = new PostgresPair(
                new PostgresNode(binaries, directory.resolve("one")),
                new PostgresNode(binaries, directory.resolve("other")));
        pair.primary.init();
        pair.primary.start();
        pair.primary.query("CREATE DATABASE approvals");
        pair.follow();
        pair.primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
        pair.primary.query("SELECT pg_reload_conf()");
        pair.awaitSynchronous();
        return pair;
    }

    /** Where the build's own server unpacked its programs. */
    static Path binaries() throws Exception {
        try (EmbeddedPostgres once = EmbeddedPostgres.start();
                Connection connection = once.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT setting FROM pg_config WHERE name = 'BINDIR'")) {
            row.next();
            return Path.of(row.getString(1));
        }
    }

    /** As a bundle names both, with more parameters of the driver. */
    String address(String parameters) {
        int one = Math.min(primary.port(), standby.port());
        int other = Math.max(primary.port(), standby.port());
        return "postgresql://postgres@127.0.0.1:" + one + ",127.0.0.1:" + other + "/approvals" + parameters;
    }

    PostgresNode primary() {
        return primary;
    }

    PostgresNode standby() {
        return standby;
    }

    /** Kills the primary, and has the standby take over; what it was told is what it has. It has no standby then. */
    void failOver() throws Exception {
        primary.kill();
        takeOver();
    }

    /** Has the standby take over from a primary that was killed. */
    void takeOver() throws Exception {
        PostgresNode dead = primary;
        primary = standby;
        standby = dead;
        if (!"t".equals(primary.query("SELECT pg_promote(true, 60)"))) {
            throw new IOException("The standby did not take over");
        }
    }

    /** Makes a new standby, in the place of the server that was killed, and waits until it confirms commits. */
    void addStandby() throws Exception {
        remove(standby.data());
        follow();
        awaitSynchronous();
    }

    private void follow() throws Exception {
        try (Connection connection = primary.connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('standby', true)");
            copy(primary.data(), standby.data());
            try (ResultSet row = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                row.next();
                Files.writeString(standby.data().resolve("backup_label"), row.getString(1));
            }
        }
        Files.createFile(standby.data().resolve("standby.signal"));
        standby.set("primary_conninfo = 'host=127.0.0.1 port=" + primary.port() + " user=postgres'\n"
                + "synchronous_standby_names = '*'\n");
        standby.start();
    }

    void awaitSynchronous() throws Exception {
        for (int i = 0; i < 600; i++) {
            if (primary.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'")
                    != null) {
                return;
            }
            Thread.sleep(50);
        }
        throw new IOException("The standby does not follow");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Files.createDirectory(
                        to.resolve(from.relativize(directory).toString()),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path relative = from.relativize(file);
                boolean left = NOT_COPIED.contains(relative.getName(0).toString())
                        || FILES_NOT_COPIED.contains(relative.toString());
                if (!left) {
                    Files.copy(file, to.resolve(relative.toString()));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE; // the server removes files meanwhile; the log has what they held
            }
        });
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    @Override
    public void close() {
        for (PostgresNode node : List.of(standby, primary)) {
            try {
                if (node.isRunning()) {
                    node.kill();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new UncheckedIOException(new IOException("PostgreSQL did not end", e));
            }
        }
    }
}
