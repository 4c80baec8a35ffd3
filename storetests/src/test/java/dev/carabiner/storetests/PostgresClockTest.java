package dev.carabiner.storetests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import dev.carabiner.approval.Decision;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.testkit.TestRequests;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Which moment counts when an answer has to wait for another transaction. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgresClockTest {

    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Test
    void an_answer_that_waits_for_the_row_until_its_time_is_over_comes_too_late() throws Exception {
        String address = server.newDatabase();
        ApprovalRequest request = TestRequests.about("ls", Duration.ofSeconds(2), Decision.DENY);
        try (ApprovalDatabase database = ApprovalDatabase.postgresql(address, "postgres");
                Connection other = DriverManager.getConnection(
                        "jdbc:" + address.replace("postgres@", ""), "postgres", "postgres");
                Statement statement = other.createStatement()) {
            database.store().request(request);
            other.setAutoCommit(false);
            statement.executeQuery("SELECT id FROM approvals FOR UPDATE").close();
            CompletableFuture<VoteResult> answer = CompletableFuture.supplyAsync(() ->
                    database.store().decide(request.id(), request.digest(), "ann", "desk", "Allow once", true, ""));
            waitUntilOneWaits(address);
            Thread.sleep(2_500); // the answer was given in time, and gets its turn after it
            other.rollback();

            assertThat(answer.get(30, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            VoteResult.Late.class,
                            late -> assertThat(late.decision().granted()).isFalse());
            assertThat(database.store().read(request.id()).state()).isEqualTo(State.EXPIRED);
        }
    }

    /** In time: else the test would say nothing. */
    private static void waitUntilOneWaits(String address) throws Exception {
        try (Connection look = DriverManager.getConnection(
                        "jdbc:" + address.replace("postgres@", ""), "postgres", "postgres");
                Statement statement = look.createStatement()) {
            long end = System.nanoTime() + 1_500_000_000L;
            while (System.nanoTime() - end < 0) {
                try (var row = statement.executeQuery("SELECT count(*) FROM pg_locks WHERE NOT granted")) {
                    row.next();
                    if (row.getInt(1) > 0) {
                        return;
                    }
                }
            }
        }
        throw new AssertionError("The answer did not wait for the row");
    }
}
