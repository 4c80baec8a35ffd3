package dev.carabiner.approvals;

import dev.carabiner.approval.ApprovalStore;
import java.nio.file.Path;

/**
 * A database of approvals, open until it is closed. What its store acknowledges is on the disk, and on the synchronous
 * standby where there is one; requests and decisions outlive the process, and other processes see and decide them.
 *
 * <p>Any thread may use it. Close it when no thread uses the store any more: after that, every call of the store fails.
 */
public final class ApprovalDatabase implements AutoCloseable {

    private final Database database;
    private final ApprovalStore store;

    private ApprovalDatabase(Database database) {
        this.database = database;
        this.store = new JdbcApprovalStore(database);
    }

    /**
     * Opens a database in a file, and makes it where it is missing, for its owner only. The directory must be on a disk
     * of this machine.
     *
     * @throws ApprovalStoreException if it cannot be opened, or is of a newer version
     */
    public static ApprovalDatabase sqlite(Path file) {
        return new ApprovalDatabase(new SqliteDatabase(file));
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
        return new ApprovalDatabase(new PostgresDatabase(PostgresAddress.of(address, password)));
    }

    /** The store over this database; always the same one. */
    public ApprovalStore store() {
        return store;
    }

    /** Closes the connections. A second time does nothing. */
    @Override
    public void close() {
        database.close();
    }
}
