package dev.carabiner.approvals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.StandingAnswers.Ruling;
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
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules in the file of the approvals. */
class SqliteRulesTest {

    private static final Instant LATER = Instant.parse("2036-01-01T00:00:00Z");

    @TempDir
    private Path directory;

    private ApprovalDatabase database;
    private RuleStore store;

    @BeforeEach
    void open() {
        database = ApprovalDatabase.sqlite(directory.resolve("approvals.db"));
        store = database.rules();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private ApprovalRules rules() {
        return new ApprovalRules(store, directory);
    }

    private static ApprovalRule numbered(int number) {
        return ApprovalRule.deny("r" + number, "*", "Bash", InputPattern.any());
    }

    private static Ruling run(ApprovalRules rules, String line) {
        return rules.decide("guard", "Bash", EventData.of("command", line), Instant.now());
    }

    @Test
    void of_every_kind_are_kept_in_their_order() {
        List<ApprovalRule> all = List.of(
                ApprovalRule.deny("z:1", "*", "*", InputPattern.any()),
                ApprovalRule.allow("a.1", "hook\u00fc%\\", "tool", InputPattern.shell("command", "git log *")),
                ApprovalRule.deny("b", "*", "w", InputPattern.directory("file path", "/a b/\u00e9\u202e\n%/x")),
                ApprovalRule.allow("c", "h", "*", InputPattern.file("-", "/x")).until(LATER),
                ApprovalRule.allow("d", "h", "t", InputPattern.host("url", "*.example.org"))
                        .uses(0),
                ApprovalRule.allow(
                        "e", "h", "t", InputPattern.exact(InputPattern.digestOf(EventData.of("command", "ls")))),
                ApprovalRule.allow("f", "h", "t", InputPattern.any())
                        .within("s-\u00fc%")
                        .uses(3));

        assertThat(store.update(none -> all)).isEqualTo(all);
        assertThat(store.load()).isEqualTo(all);
    }

    @Test
    void know_who_made_them_of_which_request_and_how_often_they_decided() {
        rules().add(
                        ApprovalRule.allow("a", "guard", "Bash", InputPattern.shell("command", "git log *")),
                        new RuleOrigin("ann", "request-7"));
        run(rules(), "git log");
        run(rules(), "git log -1");
        run(rules(), "rm -rf /");

        assertThat(store.kept()).singleElement().satisfies(kept -> {
            assertThat(kept.origin()).isEqualTo(new RuleOrigin("ann", "request-7"));
            assertThat(kept.uses()).isEqualTo(2);
            assertThat(kept.lastUsed()).isBetween(Instant.now().minusSeconds(60), Instant.now());
            assertThat(kept.made()).isBeforeOrEqualTo(kept.lastUsed());
        });
    }

    @Test
    void with_a_limit_allow_as_often_as_they_say_whoever_races_for_it() {
        rules().add(ApprovalRule.allow("a", "*", "Bash", InputPattern.shell("command", "git log"))
                .uses(5));
        AtomicInteger allowed = new AtomicInteger();
        try (ApprovalDatabase other = ApprovalDatabase.sqlite(directory.resolve("approvals.db"));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                RuleStore mine = i % 2 == 0 ? store : other.rules();
                threads.submit(() -> {
                    if (run(new ApprovalRules(mine, directory), "git log") instanceof Ruling.Allowed) {
                        allowed.incrementAndGet();
                    }
                });
            }
        }

        assertThat(allowed).hasValue(5);
        assertThat(store.kept()).extracting(KeptRule::uses).containsExactly(5L);
    }

    @Test
    void lose_no_change_of_several_threads() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 40; i++) {
                ApprovalRule rule = numbered(i);
                threads.submit(() -> store.update(rules -> {
                    List<ApprovalRule> more = new ArrayList<>(rules);
                    more.add(rule);
                    return more;
                }));
            }
        }

        assertThat(store.load()).hasSize(40);
    }

    @Test
    void that_are_ended_decide_nothing_and_their_id_is_not_used_again() {
        ApprovalRules rules = rules();
        rules.add(ApprovalRule.deny("a", "*", "Bash", InputPattern.any()));
        assertThat(run(rules, "ls")).isEqualTo(new Ruling.Denied("a"));

        assertThat(rules.remove("a")).isTrue();

        assertThat(run(rules, "ls")).isEqualTo(new Ruling.None());
        assertThatThrownBy(() -> rules.add(ApprovalRule.deny("a", "*", "Bash", InputPattern.any())))
                .hasMessageContaining("before");
    }

    @Test
    void stay_as_they_were_when_a_change_throws() {
        rules().add(numbered(1));

        assertThatThrownBy(() -> store.update(rules -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(store.load()).containsExactly(numbered(1));
    }

    @Test
    void cannot_let_a_tool_touch_the_file_that_they_are_in() {
        EventData input =
                EventData.of("file_path", directory.resolve("approvals.db").toString());
        rules().add(ApprovalRule.allow("a", "*", "Write", InputPattern.exact(InputPattern.digestOf(input))));
        rules().add(ApprovalRule.allow("b", "*", "Write", InputPattern.directory("file_path", real(directory))));

        assertThat(rules().decide("guard", "Write", input, Instant.now())).isEqualTo(new Ruling.None());
        assertThat(rules().decide(
                                "guard",
                                "Write",
                                EventData.of(
                                        "file_path", directory.resolve("a.txt").toString()),
                                Instant.now()))
                .isEqualTo(new Ruling.Allowed("b"));
    }

    private static String real(Path path) {
        try {
            return path.toRealPath().toString();
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void one_of_which_cannot_be_read_are_an_error_since_it_might_deny() throws Exception {
        rules().add(numbered(1));
        execute("UPDATE rules SET kind = 'regex'");

        assertThatThrownBy(() -> store.load()).hasMessageContaining("r1");
    }

    private void execute(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("approvals.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Nested
    class For_one_session {

        private final ApprovalRule rule =
                ApprovalRule.allow("a", "*", "Bash", InputPattern.any()).within("s-1");

        /** Programs of schema 2 that have the store open do not read the column, and any of these kinds. */
        @Test
        void have_a_kind_that_is_none_for_programs_that_do_not_know_of_sessions() throws Exception {
            rules().add(rule);

            try (Connection connection =
                            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("approvals.db"));
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT kind FROM rules")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getString(1)).isNotIn("any", "exact", "shell", "directory", "file", "host");
            }
        }

        @Test
        void are_none_without_their_session() throws Exception {
            rules().add(rule);
            execute("UPDATE rules SET session = NULL");

            assertThatThrownBy(() -> store.load()).hasMessageContaining("its kind is session-any");
        }

        @Test
        void are_read_under_their_plain_kind_too() throws Exception {
            rules().add(rule);
            execute("UPDATE rules SET kind = 'any'");

            assertThat(store.load()).containsExactly(rule);
        }
    }
}
