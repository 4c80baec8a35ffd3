package dev.carabiner.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that an older program has made is used by this one, with what is in it. */
class MigrationTest {

    /** As the program of schema 1 wrote it: no approvers. */
    private static final String REQUEST_OF_1 = """
            {"id":"r-1","session":"s-1","event":"tool:pre","author":"guard","prompt":"Run this?","options":["Allow","Deny"],\
            "timeout":"PT876000H","by_default":"deny","reason":"","scope":"","data":{"tool_name":"Bash"},\
            "created":"2026-11-17T00:00:00Z","votes_needed":1}""";

    @TempDir
    private Path directory;

    private Path fileOfSchema(int version) throws Exception {
        Path file = directory.resolve("approvals.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)");
            statement.execute("INSERT INTO schema_version (version) VALUES (" + version + ")");
            for (int each = 1; each <= version; each++) {
                run("schema-" + each + ".sql", statement);
            }
            statement.execute("INSERT INTO approvals (id, session, hook, digest, request, state, expires_at, boot,"
                    + " deadline, votes, ordinal, changed) VALUES ('r-1', 's-1', 'guard', 'digest', '" + REQUEST_OF_1
                    + "', 'PENDING', 4000000000000000, '', 0, '{\"votes\":[]}', 1, 0)");
            statement.execute("INSERT INTO remembered VALUES ('s-1', 'key', 1)");
        }
        return file;
    }

    private static void run(String script, Statement statement) throws Exception {
        try (InputStream in = Objects.requireNonNull(Schema.class.getResourceAsStream(script))) {
            for (String each : new String(in.readAllBytes(), StandardCharsets.UTF_8).split(";\n", -1)) {
                if (!each.isBlank()) {
                    statement.execute(each);
                }
            }
        }
    }

    @Test
    void from_schema_2_keeps_the_rules_and_they_are_for_all_sessions() throws Exception {
        Path file = fileOfSchema(2);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO rules (id, decision, hook, tool, kind, field, pattern, made_by, made_for,"
                    + " made_at, ordinal) VALUES ('r', 'DENY', '*', 'Bash', 'any', '', '', 'ann', '', 1, 1)");
        }
        try (ApprovalDatabase database = ApprovalDatabase.sqlite(file)) {
            assertThat(database.rules().load())
                    .containsExactly(ApprovalRule.deny("r", "*", "Bash", InputPattern.any()));
            assertThat(database.store().pending(null, 10)).hasSize(1);
        }
    }

    @Test
    void from_schema_1_keeps_what_waits_and_what_is_remembered() throws Exception {
        Path file = fileOfSchema(1);
        try (ApprovalDatabase database = ApprovalDatabase.sqlite(file)) {
            assertThat(database.store().find("s-1", "guard", "digest"))
                    .singleElement()
                    .satisfies(found -> {
                        assertThat(found.state()).isEqualTo(State.PENDING);
                        assertThat(found.request().approvers()).isEmpty();
                    });
            assertThat(database.store().remembered("s-1", "key")).isTrue();
            new ApprovalRules(database.rules(), directory).add(ApprovalRule.deny("r", "*", "Bash", InputPattern.any()));
            assertThat(database.rules().load()).hasSize(1);
        }
    }

    @Test
    void is_made_once_by_several_who_open_it_at_the_same_time() throws Exception {
        Path file = fileOfSchema(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 8; i++) {
                threads.submit(() -> {
                    ApprovalDatabase.sqlite(file).close();
                    return true;
                });
            }
        }
        try (ApprovalDatabase database = ApprovalDatabase.sqlite(file)) {
            assertThat(database.store().pending(null, 10)).hasSize(1);
        }
    }
}
