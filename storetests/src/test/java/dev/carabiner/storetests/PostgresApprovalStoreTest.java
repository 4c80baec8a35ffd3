package dev.carabiner.storetests;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.testkit.ApprovalStoreContract;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Where the server can run that the build brings along. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgresApprovalStoreTest extends ApprovalStoreContract {

    private static PostgresServer server;

    private final List<ApprovalDatabase> open = new ArrayList<>();

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Override
    protected ApprovalStore newStore() {
        ApprovalDatabase database = ApprovalDatabase.postgresql(server.newDatabase(), "postgres");
        open.add(database);
        return database.store();
    }

    /** Each round commits eight times, forced to the disk. */
    @Override
    protected int rounds() {
        return 10;
    }

    @AfterEach
    void close() {
        open.forEach(ApprovalDatabase::close);
    }
}
