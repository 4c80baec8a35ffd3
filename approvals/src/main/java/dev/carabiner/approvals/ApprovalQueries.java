package dev.carabiner.approvals;

import dev.carabiner.approval.StoredApproval;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is read of the approvals. Nothing is written: a request whose time is over reads as expired all the same. */
final class ApprovalQueries {

    private final Database database;

    ApprovalQueries(Database database) {
        this.database = database;
    }

    /** It has expired at its deadline, whenever that is noticed, so that all who notice it say the same. */
    boolean expireIfOver(ApprovalRow row, long now) {
        boolean isOver = database.nanosLeft(row.deadline(), now) <= 0;
        return row.progress()
                .expireIfOver(isOver, ApprovalRow.instant(row.deadline().expires()));
    }

    /** A request as it is now, and how long it has left. */
    record Look(StoredApproval stored, long nanosLeft) {}

    Optional<Look> found(Connection connection, String id) throws SQLException {
        ApprovalRow.Found found = ApprovalRow.find(connection, database, id, "");
        if (found == null) {
            return Optional.empty();
        }
        ApprovalRow row = found.row();
        expireIfOver(row, found.time());
        return Optional.of(new Look(row.stored(), database.nanosLeft(row.deadline(), found.time())));
    }

    @Nullable
    StoredApproval read(String id) {
        return database.read(connection -> found(connection, id))
                .map(Look::stored)
                .orElse(null);
    }

    List<StoredApproval> pending(@Nullable StoredApproval after, int limit) {
        return database.read(connection -> {
            long now = database.now(connection);
            List<StoredApproval> page = new ArrayList<>();
            long expires = after == null ? Long.MIN_VALUE : ApprovalRow.micros(after.expires());
            String id = after == null ? "" : SqlText.encoded(after.id());
            while (page.size() < limit) {
                List<ApprovalRow> rows = pendingAfter(connection, expires, id, limit - page.size());
                if (rows.isEmpty()) {
                    break;
                }
                rows.stream()
                        .filter(row -> !expireIfOver(row, now))
                        .map(ApprovalRow::stored)
                        .forEach(page::add);
                expires = rows.getLast().deadline().expires();
                id = SqlText.encoded(rows.getLast().progress().request().id());
            }
            return page;
        });
    }

    private static List<ApprovalRow> pendingAfter(Connection connection, long expires, String id, int limit)
            throws SQLException {
        String sql = "SELECT " + ApprovalRow.COLUMNS + " FROM approvals WHERE state = 'PENDING'"
                + " AND (expires_at > ? OR (expires_at = ? AND id > ?)) ORDER BY expires_at, id LIMIT ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, expires);
            select.setLong(2, expires);
            select.setString(3, id);
            select.setInt(4, limit);
            return ApprovalRow.all(select);
        }
    }

    List<StoredApproval> find(String session, String hook, String digest) {
        String sql = "SELECT " + ApprovalRow.COLUMNS + " FROM approvals WHERE digest = ? AND session = ? AND hook = ?"
                + " AND attempt IS NULL AND refusal_noted = 0 ORDER BY ordinal, id";
        return database.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setString(1, digest);
                select.setString(2, SqlText.encoded(session));
                select.setString(3, SqlText.encoded(hook));
                List<ApprovalRow> rows = ApprovalRow.all(select);
                long now = database.now(connection);
                rows.forEach(row -> expireIfOver(row, now));
                return rows.stream().map(ApprovalRow::stored).toList();
            }
        });
    }

    /** Those that have ended, the last one first. */
    List<StoredApproval> ended(int limit) {
        String sql = "SELECT " + ApprovalRow.COLUMNS
                + " FROM approvals WHERE decided_at IS NOT NULL ORDER BY decided_at DESC, id LIMIT ?";
        return database.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setInt(1, limit);
                return ApprovalRow.all(select).stream().map(ApprovalRow::stored).toList();
            }
        });
    }
}
