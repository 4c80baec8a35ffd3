package dev.carabiner.storetests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database on a server that an older program has made is used by this one, with what is in it. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgresMigrationTest {

    private static final String REQUEST = """
            {"id":"r-1","session":"s-1","event":"tool:pre","author":"guard","prompt":"Run this?","options":["Allow","Deny"],\
            "timeout":"PT876000H","by_default":"deny","reason":"","scope":"","data":{"tool_name":"Bash"},\
            "created":"2026-11-17T00:00:00Z","votes_needed":1}""";

    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static String databaseOfSchema(int version) throws Exception {
        String address = server.newDatabase();
        String jdbc = "jdbc:postgresql://" + address.substring(address.indexOf('@') + 1);
        try (Connection connection = DriverManager.getConnection(jdbc, "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)");
            statement.execute("INSERT INTO schema_version (version) VALUES (" + version + ")");
            for (int each = 1; each <= version; each++) {
                for (String sql : script(each)) {
                    statement.execute(sql);
                }
            }
            statement.execute("INSERT INTO approvals (id, session, hook, digest, request, state, expires_at, boot,"
                    + " deadline, votes, ordinal, changed) VALUES ('r-1', 's-1', 'guard', 'digest', '" + REQUEST
                    + "', 'PENDING', 4000000000000000, '', 0, '{\"votes\":[]}', 1, 0)");
            statement.execute("INSERT INTO remembered VALUES ('s-1', 'key', 1)");
        }
        return address;
    }

    private static List<String> script(int version) throws Exception {
        String name = "schema-" + version + ".sql";
        try (InputStream in = Objects.requireNonNull(ApprovalDatabase.class.getResourceAsStream(name), name)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return List.of(text.split(";\n", -1)).stream()
                    .filter(sql -> !sql.isBlank())
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void keeps_what_waits_and_what_is_remembered_and_takes_rules(int version) throws Exception {
        String address = databaseOfSchema(version);
        for (int opened = 0; opened < 2; opened++) {
            try (ApprovalDatabase database = ApprovalDatabase.postgresql(address, "postgres")) {
                assertThat(database.store().pending(null, 10))
                        .singleElement()
                        .satisfies(it -> assertThat(it.request().approvers()).isEmpty());
                assertThat(database.store().remembered("s-1", "key")).isTrue();
                new ApprovalRules(database.rules(), Path.of("/"))
                        .add(ApprovalRule.deny("r-" + opened, "*", "Bash", InputPattern.any()));
                assertThat(database.rules().load()).hasSize(opened + 1);
            }
        }
    }
}
