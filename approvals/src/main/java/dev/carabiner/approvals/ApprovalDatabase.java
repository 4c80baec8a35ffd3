package dev.carabiner.approvals;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.engine.store.SharedApprovals;
import dev.carabiner.guard.rule.RuleStore;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A database of approvals, open until it is closed. What its store acknowledges is on the disk, and on the synchronous
 * standby where there is one; requests and decisions outlive the process, and other processes see and decide them.
 *
 * <p>Any thread may use it. Close it when no thread uses the store any more: after that, every call of the store fails.
 */
public final class ApprovalDatabase implements SharedApprovals {

    private final Database database;
    private final JdbcApprovalStore store;
    private final RuleStore rules;

    private ApprovalDatabase(Database database, @Nullable Path file) {
        this.database = database;
        this.store = new JdbcApprovalStore(database);
        this.rules = new JdbcRuleStore(database, file);
    }

    /**
     * Opens a database in a file, and makes it where it is missing, for its owner only. The directory must be on a disk
     * of this machine.
     *
     * @throws ApprovalStoreException if it cannot be opened, or is of a newer version
     */
    public static ApprovalDatabase sqlite(Path file) {
        return sqlite(file, new MachineClock());
    }

    /** The same by another clock, for tests. */
    static ApprovalDatabase sqlite(Path file, MachineClock clock) {
        return new ApprovalDatabase(new SqliteDatabase(file, clock), file);
    }

    /**
     * Opens a PostgreSQL database, and makes the tables where they are missing.
     *
     * @param address {@code postgresql://user@host[:port][,host…]/database[?sslmode=…]}, without a password; of several
     *     hosts, the one that takes writes is used
     * @throws IllegalArgumentException if the address is none, or holds a password
     * @throws ApprovalStoreException if it cannot be reached, or is of a newer version
     */
    public static ApprovalDatabase postgresql(String address, String password) {
        return new ApprovalDatabase(new PostgresDatabase(PostgresAddress.of(address, password)), null);
    }

    /** The store over this database; always the same one. */
    @Override
    public ApprovalStore store() {
        return store;
    }

    /** The rules in this database; always the same ones. */
    @Override
    public RuleStore rules() {
        return rules;
    }

    /** The requests that have ended, those decided last first, so many at most. */
    public List<StoredApproval> ended(int limit) {
        return store.ended(limit);
    }

    /** Closes the connections. A second time does nothing. */
    @Override
    public void close() {
        database.close();
    }
}
