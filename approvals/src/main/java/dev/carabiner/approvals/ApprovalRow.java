package dev.carabiner.approvals;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalProgress;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.StoredApproval;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One row of the table {@code approvals}: how it is read, inserted and updated. */
record ApprovalRow(ApprovalProgress progress, Deadline deadline) {

    static final String COLUMNS =
            "id, digest, request, state, expires_at, boot, deadline, votes, decision, attempt, refusal_noted";

    StoredApproval stored() {
        return progress.stored(instant(deadline.expires()));
    }

    /** A row, and the time by the database's clock when it was found. */
    record Found(ApprovalRow row, long time) {}

    static @Nullable Found find(Connection connection, Database database, String id, String lockClause)
            throws SQLException {
        String sql = database.timed("SELECT " + COLUMNS + " FROM approvals WHERE id = ?" + lockClause);
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, SqlText.encoded(id));
            try (ResultSet found = select.executeQuery()) {
                return found.next() ? new Found(read(found), database.timeOf(found)) : null;
            }
        }
    }

    static List<ApprovalRow> all(PreparedStatement select) throws SQLException {
        List<ApprovalRow> rows = new ArrayList<>();
        try (ResultSet found = select.executeQuery()) {
            while (found.next()) {
                rows.add(read(found));
            }
        }
        return rows;
    }

    private static ApprovalRow read(ResultSet row) throws SQLException {
        ApprovalRequest request = RowJson.request(text(row, "digest"), text(row, "request"));
        ApprovalDecision decision = RowJson.decision(row.getString("decision"));
        ApprovalProgress progress = new ApprovalProgress(
                request,
                State.valueOf(text(row, "state")),
                RowJson.votes(text(row, "votes")),
                decision,
                row.getString("attempt"),
                row.getInt("refusal_noted") != 0);
        return new ApprovalRow(
                progress, new Deadline(row.getLong("expires_at"), text(row, "boot"), row.getLong("deadline")));
    }

    /** Inserts the row; false if there is one with this id. */
    boolean insert(Connection connection, Database database) throws SQLException {
        String sql =
                "INSERT INTO approvals (id, session, hook, digest, request, state, expires_at, boot, deadline, votes,"
                        + " ordinal, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                        + database.nextExpression("ordinal")
                        + ", 0) ON CONFLICT (id) DO NOTHING";
        ApprovalRequest request = progress.request();
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, SqlText.encoded(request.id()));
            insert.setString(2, SqlText.encoded(request.session()));
            insert.setString(3, SqlText.encoded(request.hook()));
            insert.setString(4, request.digest());
            insert.setString(5, RowJson.write(request));
            insert.setString(6, progress.state().name());
            insert.setLong(7, deadline.expires());
            insert.setString(8, deadline.boot());
            insert.setLong(9, deadline.monotonic());
            insert.setString(10, RowJson.write(progress.votes()));
            return insert.executeUpdate() == 1;
        }
    }

    void update(Connection connection, Database database) throws SQLException {
        update(connection, updating(database));
    }

    /** Updates the row, and may end the transaction: nothing is done in it after this. */
    void updateLast(Connection connection, Database database) throws SQLException {
        update(connection, database.last(updating(database)));
    }

    private static String updating(Database database) {
        return database.announced(
                "UPDATE approvals SET state = ?, votes = ?, decision = ?, decided_at = ?, attempt = ?,"
                        + " refusal_noted = ?, changed = " + database.nextExpression("changed") + " WHERE id = ?");
    }

    private void update(Connection connection, String sql) throws SQLException {
        ApprovalDecision decision = progress.decision();
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setString(1, progress.state().name());
            update.setString(2, RowJson.write(progress.votes()));
            update.setString(3, RowJson.write(decision));
            update.setObject(4, decision == null ? null : micros(decision.decidedAt()));
            update.setString(5, progress.attempt());
            update.setInt(6, progress.refusalNoted() ? 1 : 0);
            update.setString(7, SqlText.encoded(progress.request().id()));
            update.execute();
            Database.requireNoWarning(update.getWarnings());
        }
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    private static String text(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(row.getString(column), column);
    }
}
