package dev.carabiner.approvals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.testkit.TestRequests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What several programs that open one file can rely on. */
@Timeout(60)
class SharedFileTest {

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("own").resolve("approvals.db");
    }

    @Test
    void a_decision_wakes_who_waits_on_another_connection() throws Exception {
        try (ApprovalDatabase agent = ApprovalDatabase.sqlite(file());
                ApprovalDatabase desk = ApprovalDatabase.sqlite(file())) {
            ApprovalRequest request = TestRequests.about("ls");
            agent.store().request(request);
            CompletableFuture<State> woken = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    woken.complete(agent.store()
                            .await(request.id(), Duration.ofSeconds(30))
                            .state());
                } catch (Exception e) {
                    woken.completeExceptionally(e);
                }
            });
            Thread.sleep(50); // until it waits; without the pause the test passes too

            assertThat(desk.store().pending(null, 10)).hasSize(1);
            desk.store().decide(request.id(), request.digest(), "ann", "desk", "Allow once", true, "");

            assertThat(woken.get()).isEqualTo(State.ALLOWED);
            assertThat(desk.store().consume(request.id(), request.digest(), "other"))
                    .isTrue();
            assertThat(agent.store().consume(request.id(), request.digest(), "mine"))
                    .isFalse();
        }
    }

    @Test
    void everything_is_there_after_it_was_closed_and_opened_again() {
        ApprovalRequest request = TestRequests.about("ls");
        try (ApprovalDatabase database = ApprovalDatabase.sqlite(file())) {
            database.store().request(request);
            database.store().remember("s-1", "key");
        }
        try (ApprovalDatabase database = ApprovalDatabase.sqlite(file())) {
            assertThat(database.store().find("s-1", "guard", request.digest())).hasSize(1);
            assertThat(database.store().remembered("s-1", "key")).isTrue();
        }
    }

    @Test
    void it_is_for_its_owner_only() throws Exception {
        try (ApprovalDatabase database = ApprovalDatabase.sqlite(file())) {
            database.store().remember("s-1", "key");

            try (var files = Files.list(directory.resolve("own"))) {
                assertThat(files)
                        .isNotEmpty()
                        .allSatisfy(it -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(it)))
                                .isEqualTo("rw-------"));
            }
        }
    }

    @Test
    void a_newer_schema_is_refused_and_left_alone() throws Exception {
        ApprovalDatabase.sqlite(file()).close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE schema_version SET version = 99");
        }

        assertThatThrownBy(() -> ApprovalDatabase.sqlite(file()))
                .isInstanceOf(ApprovalStoreException.class)
                .hasMessageContaining("schema 99");
    }

    @Test
    void what_is_no_database_is_an_error_that_names_the_file() throws Exception {
        Path file = directory.resolve("notes.txt");
        Files.writeString(file, "this is no database, and long enough to be seen as such by every reader of headers");

        assertThatThrownBy(() -> ApprovalDatabase.sqlite(file))
                .isInstanceOf(ApprovalStoreException.class)
                .hasMessageContaining("notes.txt");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://ann:secret@db/approvals",
                "postgresql://ann@db/approvals?password=secret",
                "postgresql://ann@db/approvals?sslmode=require&PASSWORD=secret",
                "postgresql://ann@db/approvals?sslpassword=secret"
            })
    void an_address_with_a_password_is_refused_without_repeating_it(String address) {
        assertThatThrownBy(() -> ApprovalDatabase.postgresql(address, ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("secret")
                .hasMessageContaining("CARABINER_APPROVALS_PASSWORD");
    }
}
