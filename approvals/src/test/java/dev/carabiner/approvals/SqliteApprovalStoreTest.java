package dev.carabiner.approvals;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.testkit.ApprovalStoreContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class SqliteApprovalStoreTest extends ApprovalStoreContract {

    @TempDir
    private Path directory;

    private final List<ApprovalDatabase> open = new ArrayList<>();

    @Override
    protected ApprovalStore newStore() {
        ApprovalDatabase database = ApprovalDatabase.sqlite(directory.resolve("a" + open.size() + ".db"));
        open.add(database);
        return database.store();
    }

    /** Each round commits eight times, forced to the disk. */
    @Override
    protected int rounds() {
        return 40;
    }

    @AfterEach
    void close() {
        open.forEach(ApprovalDatabase::close);
    }
}
