package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.event.EventData;
import dev.carabiner.testkit.NeedsSandbox;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents in processes of their own wait; this one is the second terminal. */
@Timeout(180)
class ApprovalsCommandTest {

    private static final String APPEND = "run echo x | tee -a count.txt";

    @TempDir
    private Path temporary;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private WaitingAgent agent;

    private WaitingAgent agent(String moreOfSession) throws IOException {
        agent = new WaitingAgent(temporary, moreOfSession);
        return agent;
    }

    @AfterEach
    void end() {
        if (agent != null) {
            agent.close();
        }
    }

    /** A command of the second terminal, for the same bundle. */
    private int carabiner(String first, String second, String... words) {
        out.reset();
        err.reset();
        List<String> all = new ArrayList<>(List.of(first, second, "--bundle", agent.bundle()));
        all.addAll(List.of(words));
        return Main.run(
                new Surroundings(
                        agent.place.home(),
                        agent.place.project(),
                        environment,
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        Styles.PLAIN,
                        0,
                        false,
                        false),
                all.toArray(String[]::new));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static String shortDigest(StoredApproval stored) {
        return stored.request().digest().substring(0, 12);
    }

    private State state(String id) {
        try (ApprovalDatabase database = agent.database()) {
            return database.store().read(id).state();
        }
    }

    @Nested
    @NeedsSandbox
    class What_is_decided_while_a_confined_command_runs {

        @Test
        void stays_decided() throws Exception {
            agent = WaitingAgent.confined(temporary);
            Process process = agent.start("run echo x | tee begun.txt; sleep 8");
            StoredApproval waiting = agent.awaitPending();
            carabiner("approvals", "allow", waiting.id(), "--digest", shortDigest(waiting));
            while (agent.lines("begun.txt").isEmpty() && process.isAlive()) {
                Thread.sleep(50);
            }
            assertThat(process.isAlive()).as(agent.output()).isTrue();

            assertThat(carabiner("rules", "add", "--deny", "--tool", "WebFetch", "--id", "meanwhile"))
                    .as(err())
                    .isZero();

            assertThat(process.isAlive()).isTrue();
            assertThat(agent.end(process)).as(agent.output()).isZero();
            assertThat(agent.output()).doesNotContain("put back");
            assertThat(carabiner("rules", "list")).isZero();
            assertThat(out()).contains("meanwhile");
            assertThat(state(waiting.id())).isEqualTo(State.EXECUTED);
        }
    }

    @Nested
    class A_second_terminal {

        @Test
        void lists_shows_and_allows_and_the_agent_goes_on() throws Exception {
            Process process = agent("").start(APPEND);
            StoredApproval waiting = agent.awaitPending();

            assertThat(carabiner("approvals", "list")).as(err()).isZero();
            assertThat(out()).contains(waiting.id(), "shell-guard", "Bash echo x | tee -a count.txt");
            assertThat(carabiner("approvals", "show", waiting.id().substring(0, 8)))
                    .isZero();
            assertThat(out())
                    .contains(
                            "command: \"echo x | tee -a count.txt\"",
                            waiting.request().digest());
            assertThat(carabiner("approvals", "allow", waiting.id(), "--digest", shortDigest(waiting)))
                    .as(err())
                    .isZero();

            assertThat(agent.end(process)).isZero();
            assertThat(agent.lines("count.txt")).containsExactly("x");
            assertThat(state(waiting.id())).isEqualTo(State.EXECUTED);
            assertThat(carabiner("approvals", "deny", waiting.id())).isEqualTo(1);
            assertThat(err()).contains("Too late: allowed by", "(terminal)");
        }

        @Test
        void says_in_days_and_hours_how_long_something_waits_if_it_does_so_for_days() throws Exception {
            agent("");
            EventData data = EventData.of("tool_name", "Bash", "tool_input", EventData.of("command", "ls"));
            try (ApprovalDatabase database = agent.database()) {
                for (int hours : List.of(40, 167)) {
                    Question question = new Question(
                            "guard",
                            "Run this?",
                            List.of("Allow once", "Deny"),
                            Duration.ofMinutes(60 * hours + 50),
                            Decision.DENY,
                            "");
                    database.store()
                            .request(new ApprovalRequest(
                                    "r-" + hours,
                                    "s-1",
                                    "tool:pre",
                                    question,
                                    data,
                                    ApprovalRequest.digestOf(data),
                                    Instant.now()));
                }
            }
            assertThat(carabiner("approvals", "list")).as(err()).isZero();
            assertThat(out()).containsSubsequence("r-40", "40 h 49 min", "r-167", "6 d 23 h");
            assertThat(carabiner("approvals", "show", "r-167")).isZero();
            assertThat(out()).contains("pending, 6 d 23 h left, then denied");
        }

        @Test
        void denies_with_words_for_the_model() throws Exception {
            Process process = agent("").start(APPEND);
            StoredApproval waiting = agent.awaitPending();

            assertThat(carabiner("approvals", "deny", waiting.id(), "--reason", "not on a Friday"))
                    .isZero();

            assertThat(agent.end(process)).isEqualTo(3);
            assertThat(agent.output()).contains("not on a Friday");
            assertThat(agent.lines("count.txt")).isEmpty();
        }

        @Test
        void takes_no_rule_that_could_answer_nothing_nor_a_part_of_one() throws Exception {
            Process process = agent("").start(APPEND);
            StoredApproval waiting = agent.awaitPending();
            String digest = shortDigest(waiting);
            for (String uses : List.of("0", "-1", "1000001")) {
                assertThat(carabiner(
                                "approvals", "allow", waiting.id(), "--digest", digest, "--rule", "1", "--uses", uses))
                        .isEqualTo(2);
                assertThat(err()).contains("--uses", "from 1 to 1000000", uses);
            }
            assertThat(carabiner("approvals", "allow", waiting.id(), "--digest", digest, "--rule", "1", "--ends", "0s"))
                    .isEqualTo(2);
            assertThat(err()).contains("--ends 0s");
            for (String[] part : new String[][] {{"--uses", "3"}, {"--ends", "1h"}}) {
                assertThat(carabiner("approvals", "allow", waiting.id(), "--digest", digest, part[0], part[1]))
                        .isEqualTo(2);
                assertThat(err()).contains(part[0], "--rule N");
            }
            assertThat(state(waiting.id())).isEqualTo(State.PENDING);

            assertThat(carabiner("approvals", "deny", waiting.id())).isZero();
            agent.end(process);
            assertThat(carabiner("approvals", "allow", waiting.id(), "--digest", digest, "--rule", "1"))
                    .isEqualTo(1);
            assertThat(err()).contains("Too late: denied by");
        }

        @Test
        void makes_a_rule_for_the_session_that_asks_and_for_no_later_one() throws Exception {
            Process first = agent("").start(APPEND);
            StoredApproval waiting = agent.awaitPending();
            assertThat(allowedWithRule(waiting, "never")).isEqualTo(2);
            assertThat(err()).contains("--ends", "never", "nor is it 'session'");
            assertThat(allowedWithRule(waiting, "session")).as(err()).isZero();
            agent.end(first);

            assertThat(carabiner("rules", "list")).isZero();
            assertThat(out()).contains("from-" + waiting.id(), "with its session");
            agent.start(APPEND);
            assertThat(agent.awaitPending().request().hook()).isEqualTo("shell-guard");
        }

        private int allowedWithRule(StoredApproval waiting, String ends) {
            String digest = shortDigest(waiting);
            return carabiner("approvals", "allow", waiting.id(), "--digest", digest, "--rule", "1", "--ends", ends);
        }

        @Test
        void allows_nothing_unseen() throws Exception {
            agent("").start(APPEND);
            StoredApproval waiting = agent.awaitPending();

            assertThat(carabiner("approvals", "allow", waiting.id())).isEqualTo(2);
            assertThat(err()).contains("--digest");
            assertThat(carabiner("approvals", "allow", waiting.id(), "--digest", "0123456789ab"))
                    .isEqualTo(1);
            assertThat(carabiner("approvals", "allow", waiting.id(), "--digest", ""))
                    .isEqualTo(1);
            assertThat(state(waiting.id())).isEqualTo(State.PENDING);
        }

        @Test
        void edits_the_input_and_that_is_what_runs() throws Exception {
            Process process = agent("").start(APPEND);
            StoredApproval waiting = agent.awaitPending();

            assertThat(carabiner(
                            "approvals",
                            "allow",
                            waiting.id(),
                            "--digest",
                            shortDigest(waiting),
                            "--edit",
                            "{\"command\":\"echo edited > other.txt\"}"))
                    .as(err())
                    .isZero();

            assertThat(agent.end(process)).as(agent.output()).isZero();
            assertThat(agent.lines("count.txt")).isEmpty();
            assertThat(agent.lines("other.txt")).containsExactly("edited");
        }

        @Test
        void edits_nothing_that_a_guard_denies() throws Exception {
            Process process = agent("").start(APPEND);
            StoredApproval waiting = agent.awaitPending();

            carabiner(
                    "approvals",
                    "allow",
                    waiting.id(),
                    "--digest",
                    shortDigest(waiting),
                    "--edit",
                    "{\"command\":\"echo x > other.txt; shred other.txt\"}");

            assertThat(agent.end(process)).isEqualTo(3);
            assertThat(agent.lines("other.txt")).isEmpty();
        }

        @Test
        void makes_a_rule_that_answers_the_next_time_and_can_be_ended() throws Exception {
            Process first = agent("").start(APPEND);
            StoredApproval waiting = agent.awaitPending();
            assertThat(carabiner(
                            "approvals",
                            "allow",
                            waiting.id(),
                            "--digest",
                            shortDigest(waiting),
                            "--rule",
                            "1",
                            "--as",
                            "ann"))
                    .as(err())
                    .isZero();
            agent.end(first);

            assertThat(agent.end(agent.start(APPEND))).isZero();
            assertThat(agent.output()).contains("allowed by rule from-" + waiting.id());
            assertThat(agent.lines("count.txt")).hasSize(2);
            assertThat(carabiner("rules", "list")).isZero();
            assertThat(out()).contains("from-" + waiting.id(), "1, 9 left", "ann");
            assertThat(carabiner(
                            "rules",
                            "test",
                            "--hook",
                            "shell-guard",
                            "--tool",
                            "Bash",
                            "--data",
                            "{\"command\":\"echo x | tee -a count.txt\"}"))
                    .isZero();
            assertThat(out()).startsWith("Allowed by rule from-");

            assertThat(carabiner("rules", "end", "from-")).as(err()).isZero();
            agent.start(APPEND);
            assertThat(agent.awaitPending().request().hook()).isEqualTo("shell-guard");
        }
    }

    @Nested
    class A_quorum {

        @Test
        void of_two_names_is_allowed_by_both_and_by_no_other() throws Exception {
            Process process =
                    agent("approvals: {quorum: {needed: 2, of: [ann, bob]}}").start(APPEND);
            StoredApproval waiting = agent.awaitPending();
            String digest = shortDigest(waiting);

            assertThat(carabiner("approvals", "allow", waiting.id(), "--digest", digest, "--as", "ann"))
                    .isZero();
            assertThat(out()).contains("1 of 2");
            carabiner("approvals", "allow", waiting.id(), "--digest", digest, "--as", "ann");
            assertThat(carabiner("approvals", "allow", waiting.id(), "--digest", digest, "--as", "eve"))
                    .isEqualTo(1);
            assertThat(err()).contains("Only ann, bob may allow this");
            assertThat(state(waiting.id())).isEqualTo(State.PENDING);
            assertThat(carabiner("approvals", "show", waiting.id())).isZero();
            assertThat(out()).contains("2 of ann, bob; allowed so far: ann");
            carabiner("approvals", "allow", waiting.id(), "--digest", digest, "--as", "bob");

            assertThat(agent.end(process)).isZero();
            assertThat(agent.lines("count.txt")).containsExactly("x");
        }
    }

    @Nested
    class An_agent_that_dies {

        private Process resumed() throws IOException {
            return agent.start("--resume", "last", APPEND);
        }

        @Test
        void while_it_waits_finds_its_request_decided_and_runs_once() throws Exception {
            Process killed = agent("").start(APPEND);
            StoredApproval waiting = agent.awaitPending();
            killed.destroyForcibly().waitFor();
            carabiner("approvals", "allow", waiting.id(), "--digest", shortDigest(waiting));
            assertThat(state(waiting.id())).isEqualTo(State.ALLOWED);

            assertThat(agent.end(resumed())).as(agent.output()).isZero();

            assertThat(agent.lines("count.txt")).containsExactly("x");
            assertThat(state(waiting.id())).isEqualTo(State.EXECUTED);
            resumed(); // the grant was for one time: the next is asked about anew
            assertThat(agent.awaitPending().id()).isNotEqualTo(waiting.id());
            assertThat(agent.lines("count.txt")).containsExactly("x");
        }

        @Test
        void while_it_waits_finds_its_request_still_pending() throws Exception {
            Process killed = agent("").start(APPEND);
            StoredApproval waiting = agent.awaitPending();
            killed.destroyForcibly().waitFor();

            Process again = resumed();
            while (!agent.output().contains(waiting.id())) {
                Thread.sleep(50);
            }
            carabiner("approvals", "allow", waiting.id(), "--digest", shortDigest(waiting));

            assertThat(agent.end(again)).as(agent.output()).isZero();
            assertThat(agent.lines("count.txt")).containsExactly("x");
        }

        @Test
        void while_it_runs_what_was_allowed_does_not_run_it_a_second_time_unasked() throws Exception {
            String slow = "run echo x | tee -a count.txt; sleep 60";
            Process killed = agent("").start(slow);
            StoredApproval waiting = agent.awaitPending();
            carabiner("approvals", "allow", waiting.id(), "--digest", shortDigest(waiting));
            agent.await(it -> it.state() == State.USED);
            while (agent.lines("count.txt").isEmpty()) {
                Thread.sleep(20);
            }
            killed.destroyForcibly().waitFor();

            agent.start("--resume", "last", slow);

            assertThat(agent.awaitPending().id()).isNotEqualTo(waiting.id());
            assertThat(agent.lines("count.txt")).containsExactly("x");
        }
    }

    @Nested
    class Nothing {

        @Test
        void is_decided_or_shown_within_an_agents_run() throws Exception {
            agent("").start(APPEND);
            StoredApproval waiting = agent.awaitPending();
            environment.put("CARABINER_RUN", "x");

            for (String word : List.of("list", "watch")) {
                assertThat(carabiner("approvals", word)).isEqualTo(1);
                assertThat(err()).contains("within an agent's run");
            }
            assertThat(carabiner("approvals", "allow", waiting.id(), "--digest", shortDigest(waiting)))
                    .isEqualTo(1);
            assertThat(carabiner("rules", "add", "--allow", "--tool", "Bash", "--shell", "ls"))
                    .isEqualTo(1);
            assertThat(state(waiting.id())).isEqualTo(State.PENDING);
        }

        @Test
        void hostile_reaches_the_terminal_as_it_is() throws Exception {
            agent("").start("run echo '\u001b[2J\u202e' | tee -a count.txt");
            StoredApproval waiting = agent.awaitPending();

            for (String[] words : List.of(new String[] {"list"}, new String[] {"show", waiting.id()})) {
                assertThat(carabiner(
                                "approvals",
                                words[0],
                                List.of(words).subList(1, words.length).toArray(String[]::new)))
                        .isZero();
                assertThat(out()).contains("tee -a count.txt").doesNotContain("\u001b", "\u202e");
            }
        }
    }
}
