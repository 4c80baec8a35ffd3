package dev.carabiner.storetests;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.KeptRule;
import dev.carabiner.guard.rule.RuleOrigin;
import dev.carabiner.guard.rule.RuleStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The rules beside the approvals, where many machines share them. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgresRulesTest {

    private static final Path HERE = Path.of("").toAbsolutePath();
    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static Ruling run(RuleStore store, String line) {
        return new ApprovalRules(store, HERE).decide("guard", "Bash", EventData.of("command", line), Instant.now());
    }

    @Test
    void are_kept_with_their_origin_and_counted_once_for_each_use_whoever_races() {
        String address = server.newDatabase();
        try (ApprovalDatabase one = ApprovalDatabase.postgresql(address, "postgres");
                ApprovalDatabase other = ApprovalDatabase.postgresql(address, "postgres")) {
            new ApprovalRules(one.rules(), HERE)
                    .add(
                            ApprovalRule.allow("a", "*", "Bash", InputPattern.shell("command", "git log"))
                                    .uses(5),
                            new RuleOrigin("ann", "request-7"));
            AtomicInteger allowed = new AtomicInteger();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 20; i++) {
                    RuleStore mine = i % 2 == 0 ? one.rules() : other.rules();
                    threads.submit(() -> {
                        if (run(mine, "git log") instanceof Ruling.Allowed) {
                            allowed.incrementAndGet();
                        }
                    });
                }
            }

            assertThat(allowed).hasValue(5);
            List<KeptRule> kept = other.rules().kept();
            assertThat(kept).extracting(KeptRule::uses).containsExactly(5L);
            assertThat(kept).extracting(KeptRule::origin).containsExactly(new RuleOrigin("ann", "request-7"));
        }
    }

    @Test
    void that_are_ended_decide_nothing_and_their_id_is_not_used_again() {
        try (ApprovalDatabase database = ApprovalDatabase.postgresql(server.newDatabase(), "postgres")) {
            ApprovalRules rules = new ApprovalRules(database.rules(), HERE);
            rules.add(ApprovalRule.deny("a", "*", "Bash", InputPattern.any()));
            assertThat(run(database.rules(), "ls")).isEqualTo(new Ruling.Denied("a"));
            rules.remove("a");

            assertThat(run(database.rules(), "ls")).isEqualTo(new Ruling.None());
            assertThatThrownBy(() -> rules.add(ApprovalRule.deny("a", "*", "Bash", InputPattern.any())))
                    .hasMessageContaining("before");
        }
    }

    @Test
    void that_the_server_refuses_are_not_repeated_in_the_error() throws Exception {
        String address = server.newDatabase();
        try (ApprovalDatabase database = ApprovalDatabase.postgresql(address, "postgres");
                Connection other = DriverManager.getConnection(
                        "jdbc:" + address.replace("postgres@", ""), "postgres", "postgres");
                Statement statement = other.createStatement()) {
            statement.execute("ALTER TABLE rules ADD CHECK (tool <> 'Bash')");
            ApprovalRules rules = new ApprovalRules(database.rules(), HERE);

            assertThatThrownBy(() -> rules.add(
                            ApprovalRule.deny("a", "*", "Bash", InputPattern.shell("command", "say hunter2"))))
                    .hasStackTraceContaining("violates check constraint")
                    .extracting(Throwables::getStackTrace, as(STRING))
                    .doesNotContain("hunter2");
        }
    }
}
