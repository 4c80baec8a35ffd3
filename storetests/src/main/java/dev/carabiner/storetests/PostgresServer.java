package dev.carabiner.storetests;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** A real PostgreSQL that forces its commits to the disk, as one in use does; the tests' databases are new ones in it. */
final class PostgresServer implements AutoCloseable {

    private final EmbeddedPostgres server;
    private final AtomicInteger databases = new AtomicInteger();

    private PostgresServer(EmbeddedPostgres server) {
        this.server = server;
    }

    static PostgresServer start() {
        try {
            return new PostgresServer(EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL did not start", e);
        }
    }

    /** The address of a new, empty database. */
    String newDatabase() {
        String name = "approvals_" + databases.incrementAndGet();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("The database " + name + " was not made", e);
        }
        return "postgresql://postgres@localhost:" + server.getPort() + "/" + name;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
