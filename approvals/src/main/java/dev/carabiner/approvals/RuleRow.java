package dev.carabiner.approvals;

import dev.carabiner.approval.Decision;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.KeptRule;
import dev.carabiner.guard.rule.RuleOrigin;
import dev.carabiner.guard.rule.RuleStoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One row of the table {@code rules}: how it is read, inserted and updated. */
final class RuleRow {

    private static final String COLUMNS = "id, decision, hook, tool, kind, field, pattern, expires_at, uses_left,"
            + " made_by, made_for, made_at, uses, used_at, session";

    /**
     * Begins the kind of a rule for one session. Programs that do not know the column {@code session} may have the store
     * open: they would let the rule answer in all sessions, but refuse a kind that they do not know.
     */
    private static final String OF_SESSION = "session-";

    private RuleRow() {}

    /** Those that have not been ended, in the order in which they were added. */
    static List<KeptRule> all(Connection connection) throws SQLException {
        List<KeptRule> rules = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(
                        "SELECT " + COLUMNS + " FROM rules WHERE ended_at IS NULL ORDER BY ordinal");
                ResultSet found = select.executeQuery()) {
            while (found.next()) {
                rules.add(read(found));
            }
        }
        return rules;
    }

    /** What is no rule makes the whole list unreadable: the one that is lost might deny. */
    private static KeptRule read(ResultSet row) throws SQLException {
        try {
            ApprovalRule rule = new ApprovalRule(
                    text(row, "id"),
                    Decision.valueOf(text(row, "decision")),
                    text(row, "hook"),
                    text(row, "tool"),
                    pattern(kind(row), text(row, "field"), text(row, "pattern")),
                    instant(row, "expires_at"),
                    row.getObject("uses_left") == null ? null : row.getInt("uses_left"),
                    row.getString("session") == null ? null : text(row, "session"));
            return new KeptRule(
                    rule,
                    new RuleOrigin(text(row, "made_by"), text(row, "made_for")),
                    instant(row, "made_at"),
                    row.getLong("uses"),
                    instant(row, "used_at"));
        } catch (IllegalArgumentException e) {
            throw new RuleStoreException("The rule " + text(row, "id") + " of the store is none: " + e.getMessage());
        }
    }

    /** Without its session, the kind of such a rule is none here either. */
    private static String kind(ResultSet row) throws SQLException {
        String kind = text(row, "kind");
        boolean isOfSession = row.getString("session") != null && kind.startsWith(OF_SESSION);
        return isOfSession ? kind.substring(OF_SESSION.length()) : kind;
    }

    private static InputPattern pattern(String kind, String field, String pattern) {
        return switch (kind) {
            case "any" -> InputPattern.any();
            case "exact" -> InputPattern.exact(pattern);
            case "shell" -> InputPattern.shell(field, pattern);
            case "directory" -> InputPattern.directory(field, pattern);
            case "file" -> InputPattern.file(field, pattern);
            case "host" -> InputPattern.host(field, pattern);
            default -> throw new IllegalArgumentException("its kind is " + kind);
        };
    }

    private static List<String> written(InputPattern pattern) {
        return switch (pattern) {
            case InputPattern.Any() -> List.of("any", "", "");
            case InputPattern.Exact(String digest) -> List.of("exact", "", digest);
            case InputPattern.Shell(String field, String command) -> List.of("shell", field, command);
            case InputPattern.Directory(String field, String path) -> List.of("directory", field, path);
            case InputPattern.SingleFile(String field, String path) -> List.of("file", field, path);
            case InputPattern.Host(String field, String host) -> List.of("host", field, host);
        };
    }

    /** False if there is or was a rule with this id. */
    static boolean insert(Connection connection, ApprovalRule rule, RuleOrigin origin, long now) throws SQLException {
        String sql =
                "INSERT INTO rules (id, decision, hook, tool, kind, field, pattern, expires_at, uses_left, made_by,"
                        + " made_for, made_at, session, ordinal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                        + " (SELECT coalesce(max(ordinal), 0) + 1 FROM rules)) ON CONFLICT (id) DO NOTHING";
        List<String> pattern = written(rule.input());
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, rule.id());
            insert.setString(2, rule.decision().name());
            insert.setString(3, SqlText.encoded(rule.hook()));
            insert.setString(4, SqlText.encoded(rule.tool()));
            insert.setString(5, (rule.session() == null ? "" : OF_SESSION) + pattern.get(0));
            insert.setString(6, SqlText.encoded(pattern.get(1)));
            insert.setString(7, SqlText.encoded(pattern.get(2)));
            insert.setObject(8, rule.expires() == null ? null : ApprovalRow.micros(rule.expires()));
            insert.setObject(9, rule.usesLeft());
            insert.setString(10, SqlText.encoded(origin.madeBy()));
            insert.setString(11, SqlText.encoded(origin.request()));
            insert.setLong(12, now);
            insert.setString(13, rule.session() == null ? null : SqlText.encoded(rule.session()));
            return insert.executeUpdate() == 1;
        }
    }

    /** Counts a use; with a limit, one less is left. */
    static void use(Connection connection, String id, @Nullable Integer left, long now) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE rules SET uses = uses + 1, used_at = ?, uses_left = ? WHERE id = ? AND ended_at IS NULL")) {
            update.setLong(1, now);
            update.setObject(2, left);
            update.setString(3, id);
            update.executeUpdate();
        }
    }

    /** Its row stays, so that what it decided can be looked up. */
    static void end(Connection connection, String id, long now) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE rules SET ended_at = ? WHERE id = ? AND ended_at IS NULL")) {
            update.setLong(1, now);
            update.setString(2, id);
            update.executeUpdate();
        }
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        long micros = row.getLong(column);
        return row.wasNull() ? null : ApprovalRow.instant(micros);
    }

    private static String text(ResultSet row, String column) throws SQLException {
        return SqlText.decoded(Objects.requireNonNull(row.getString(column), column));
    }
}
