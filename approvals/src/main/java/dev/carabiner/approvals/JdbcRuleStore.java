package dev.carabiner.approvals;

import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.InvalidRuleException;
import dev.carabiner.guard.rule.KeptRule;
import dev.carabiner.guard.rule.RuleOrigin;
import dev.carabiner.guard.rule.RuleStore;
import dev.carabiner.guard.rule.RuleStoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rules beside the approvals. One that is ended stays in its row and is no longer read. A rule is not changed but in
 * the uses that it has left.
 */
final class JdbcRuleStore implements RuleStore {

    private final Database database;
    private final @Nullable Path file;

    /** @param file the database's; null if it is on a server */
    JdbcRuleStore(Database database, @Nullable Path file) {
        this.database = database;
        this.file = file;
    }

    @Override
    public @Nullable Path location() {
        return file;
    }

    @Override
    public List<ApprovalRule> load() {
        return kept().stream().map(KeptRule::rule).toList();
    }

    @Override
    public List<KeptRule> kept() {
        try {
            return List.copyOf(database.read(RuleRow::all));
        } catch (ApprovalStoreException e) {
            throw new RuleStoreException("Cannot read the approval rules: " + e.getMessage(), e);
        }
    }

    @Override
    public List<ApprovalRule> update(UnaryOperator<List<ApprovalRule>> change) {
        return update(RuleOrigin.UNKNOWN, change);
    }

    @Override
    public List<ApprovalRule> update(RuleOrigin origin, UnaryOperator<List<ApprovalRule>> change) {
        try {
            return database.write(connection -> {
                lock(connection);
                List<ApprovalRule> before =
                        RuleRow.all(connection).stream().map(KeptRule::rule).toList();
                List<ApprovalRule> after = List.copyOf(change.apply(before));
                write(connection, before, after, origin);
                return after;
            });
        } catch (ApprovalStoreException e) {
            throw new RuleStoreException("Cannot change the approval rules: " + e.getMessage(), e);
        }
    }

    /** Keeps all others that change rules waiting until the end of the transaction. */
    private static void lock(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE rule_version SET version = version + 1")) {
            update.executeUpdate();
        }
    }

    private void write(Connection connection, List<ApprovalRule> before, List<ApprovalRule> after, RuleOrigin origin)
            throws SQLException {
        Map<String, ApprovalRule> old =
                before.stream().collect(Collectors.toMap(ApprovalRule::id, Function.identity()));
        long now = database.now(connection);
        for (ApprovalRule rule : after) {
            ApprovalRule same = old.remove(rule.id());
            if (same == null) {
                insert(connection, rule, origin, now);
            } else if (!same.equals(rule)) {
                use(connection, same, rule, now);
            }
        }
        for (String gone : old.keySet()) {
            RuleRow.end(connection, gone, now);
        }
    }

    private static void insert(Connection connection, ApprovalRule rule, RuleOrigin origin, long now)
            throws SQLException {
        if (!RuleRow.insert(connection, rule, origin, now)) {
            throw new InvalidRuleException(rule.id(), "there was a rule with this id before; choose another id");
        }
    }

    private static void use(Connection connection, ApprovalRule before, ApprovalRule after, long now)
            throws SQLException {
        Integer left = after.usesLeft();
        boolean isUse = left != null && after.equals(before.uses(left));
        if (!isUse) {
            throw new InvalidRuleException(after.id(), "a rule cannot be changed; end it, and add another");
        }
        RuleRow.use(connection, after.id(), Objects.requireNonNull(left), now);
    }

    @Override
    public void used(ApprovalRule rule, Instant now) {
        database.write(connection -> {
            RuleRow.use(connection, rule.id(), rule.usesLeft(), database.now(connection));
            return true;
        });
    }
}
