package dev.carabiner.approvals;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What "Allow always" was said to, by session. */
final class RememberedKeys {

    private final Database database;

    RememberedKeys(Database database) {
        this.database = database;
    }

    void remember(String session, String key) {
        database.settle(connection -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO remembered (session, grant_key, remembered_at) VALUES (?, ?, ?)"
                            + " ON CONFLICT (session, grant_key) DO NOTHING")) {
                insert.setString(1, SqlText.encoded(session));
                insert.setString(2, SqlText.encoded(key));
                insert.setLong(3, database.now(connection));
                return insert.executeUpdate();
            }
        });
    }

    boolean remembered(String session, String key) {
        return database.read(connection -> {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT 1 FROM remembered WHERE session = ? AND grant_key = ?")) {
                select.setString(1, SqlText.encoded(session));
                select.setString(2, SqlText.encoded(key));
                try (ResultSet found = select.executeQuery()) {
                    return found.next();
                }
            }
        });
    }

    /** Removes what was remembered before this moment, in the caller's transaction. */
    static void forget(Connection connection, long moment) throws SQLException {
        try (PreparedStatement keys = connection.prepareStatement("DELETE FROM remembered WHERE remembered_at < ?")) {
            keys.setLong(1, moment);
            keys.executeUpdate();
        }
    }
}
