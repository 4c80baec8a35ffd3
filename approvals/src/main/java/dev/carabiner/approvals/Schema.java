package dev.carabiner.approvals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;

/** The tables, and how an older database becomes one of today: each version has one script that leads to it. */
final class Schema {

    /** The version that this code reads and writes. */
    static final int CURRENT = 3;

    private Schema() {}

    /**
     * Brings a database to the current version, within the caller's transaction, which keeps others out.
     *
     * @throws ApprovalStoreException if it is of a newer version
     */
    static void migrate(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
            int version = version(statement);
            if (version > CURRENT) {
                throw new ApprovalStoreException("The approvals are of schema " + version + ", this program knows "
                        + CURRENT + " at most: use the newer program, or another store");
            }
            for (int next = version + 1; next <= CURRENT; next++) {
                for (String sql : script(next).split(";\n", -1)) {
                    if (!sql.isBlank()) {
                        statement.execute(sql);
                    }
                }
            }
            if (version < CURRENT) {
                statement.execute("DELETE FROM schema_version");
                statement.execute("INSERT INTO schema_version (version) VALUES (" + CURRENT + ")");
            }
        }
    }

    private static int version(Statement statement) throws SQLException {
        try (ResultSet found = statement.executeQuery("SELECT version FROM schema_version")) {
            return found.next() ? found.getInt(1) : 0;
        }
    }

    private static String script(int version) {
        String name = "schema-" + version + ".sql";
        try (InputStream in = Objects.requireNonNull(Schema.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("The script " + name + " cannot be read", e);
        }
    }
}
