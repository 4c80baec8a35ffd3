package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.runtime.store.ListedSession;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.runtime.store.SessionStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of an agent, as a script would have them: no terminal, the default bundle, the offline provider. */
@Timeout(120)
class RunTest {

    @TempDir
    private Path temporary;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path home;
    private Path project;

    @BeforeEach
    void makeDirectories() throws Exception {
        home = Files.createDirectory(temporary.resolve("home"));
        project = Files.createDirectory(temporary.resolve("project"));
    }

    private int carabiner(String... words) {
        out.reset();
        err.reset();
        return Main.run(
                new Surroundings(
                        home,
                        project,
                        Map.of("CARABINER_TRUST_UNATTENDED", "1"),
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        Styles.PLAIN,
                        0,
                        false,
                        false),
                words);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private SessionMetadata onlySession() {
        List<ListedSession> all =
                SessionStore.at(home.resolve(".carabiner/sessions")).list();
        assertThat(all).hasSize(1);
        return ((ListedSession.Known) all.getFirst()).metadata();
    }

    @Nested
    class The_exit_code {

        @Test
        void is_0_for_what_was_done() {
            assertThat(carabiner("run", "write", "a.txt: hello\\n")).as(err()).isZero();
            assertThat(project.resolve("a.txt")).hasContent("hello\n");
            assertThat(out()).contains("Write a.txt");
            assertThat(onlySession().status()).isEqualTo(SessionStatus.COMPLETE);
        }

        @Test
        void is_3_for_what_was_denied() {
            assertThat(carabiner("run", "run rm -rf /")).isEqualTo(3);
            assertThat(out()).contains("denied");
        }

        @Test
        void is_3_if_anything_was_denied_though_the_rest_was_done() {
            assertThat(carabiner("run", "run rm -rf /\nwrite a.txt: hello\\n")).isEqualTo(3);
            assertThat(project.resolve("a.txt")).exists();
        }

        @Test
        void is_2_without_a_prompt_or_a_terminal() {
            assertThat(carabiner("run")).isEqualTo(2);
            assertThat(err()).contains("no prompt, and no terminal");
            assertThat(carabiner("run", "--json")).isEqualTo(2);
            assertThat(err()).contains("--json needs a prompt");
        }

        @Test
        void is_1_if_there_is_no_such_session() {
            assertThat(carabiner("run", "--resume", "20200101-000000-00000000", "hi"))
                    .isEqualTo(1);
            assertThat(err()).contains("There is no session '20200101-000000-00000000'");
        }
    }

    @Test
    void a_model_for_a_provider_that_uses_none_is_said_to_be_ignored() {
        assertThat(carabiner("run", "--model", "qwen3", "write a.txt: hello\\n"))
                .isZero();
        assertThat(err().lines())
                .containsExactly("carabiner: warning: --model qwen3 is ignored: provider-offline uses no model;"
                        + " --provider chooses another");
    }

    @Nested
    class A_question {

        private static final String ASKED = "run git push --force";

        @Test
        void takes_its_default_if_nobody_can_be_asked() {
            assertThat(carabiner("run", ASKED)).isEqualTo(3);
            assertThat(out()).contains("denied by default");
        }

        @Test
        void can_be_answered_beforehand() {
            assertThat(carabiner("run", "--approve", "deny", ASKED)).isEqualTo(3);
            assertThat(out()).contains("User denied");

            assertThat(carabiner("run", "--approve", "allow", ASKED)).isNotEqualTo(3);
            assertThat(out()).doesNotContain("denied");
        }
    }

    @Nested
    class A_session {

        @Test
        void goes_on_where_it_stopped() {
            carabiner("run", "write a.txt: hello\\n");
            String id = onlySession().id();

            assertThat(carabiner("run", "--resume", id, "read a.txt")).as(err()).isZero();
            assertThat(onlySession().turns()).isPositive();
            assertThat(carabiner("sessions", "show", id)).isZero();
            assertThat(out()).contains("write a.txt").contains("read a.txt");
        }

        @Test
        void is_found_by_the_beginning_of_its_id_or_as_the_last() {
            carabiner("run", "write a.txt: hello\\n");
            String id = onlySession().id();

            assertThat(carabiner("run", "--resume", id.substring(0, id.length() - 2), "read a.txt"))
                    .as(err())
                    .isZero();
            assertThat(carabiner("run", "--resume", "last", "read a.txt")).isZero();
            assertThat(onlySession().id()).isEqualTo(id);
        }

        @Test
        void whose_directory_is_gone_says_so() throws Exception {
            carabiner(
                    "run",
                    "--cwd",
                    Files.createDirectory(temporary.resolve("gone")).toString(),
                    "hello");
            Files.delete(temporary.resolve("gone"));

            assertThat(carabiner("run", "--resume", "last", "hello")).isEqualTo(1);
            assertThat(err()).contains("worked in " + temporary.resolve("gone")).contains("--cwd DIR");
        }

        @Test
        void leaves_an_audit_log_that_verifies_with_its_key() {
            carabiner("run", "write a.txt: hello\\n");
            Path log = home.resolve(".carabiner/sessions")
                    .resolve(onlySession().id())
                    .resolve("audit");

            assertThat(carabiner(
                            "audit",
                            "verify",
                            log.toString(),
                            "--pub",
                            log.resolve("root.pub").toString()))
                    .as(out() + err())
                    .isZero();
        }

        @Test
        void can_be_followed_by_a_program() {
            assertThat(carabiner("run", "--json", "read a.txt")).isZero();

            List<EventData> events = out().lines().map(EventDataJson::read).toList();
            assertThat(events.getFirst().text("event")).isEqualTo("session:start");
            assertThat(events.getLast().text("event")).isEqualTo("session:end");
        }

        @Test
        void works_where_it_was_told_to() throws Exception {
            Files.createDirectory(project.resolve("below"));

            assertThat(carabiner("run", "--cwd", "below", "write a.txt: x\\n")).isZero();
            assertThat(project.resolve("below/a.txt")).exists();
            assertThat(carabiner("run", "--cwd", "below", "write ../b.txt: x\\n"))
                    .isNotEqualTo(2);
            assertThat(project.resolve("b.txt")).doesNotExist();
        }
    }

    @Nested
    class A_projects_own_bundle {

        @BeforeEach
        void write() throws Exception {
            Files.createDirectory(project.resolve(".carabiner"));
            Files.writeString(project.resolve(".carabiner/bundle.yaml"), """
                    bundle:
                      name: ours
                      version: 1.0.0
                    includes: [default]
                    """);
        }

        @Test
        void is_not_used_and_nothing_runs_before_it_is_trusted() {
            assertThat(carabiner("run", "write a.txt: x\\n")).isEqualTo(2);
            assertThat(err()).contains("carabiner trust");
            assertThat(project.resolve("a.txt")).doesNotExist();
        }

        @Test
        void is_used_once_it_is() {
            carabiner("trust");
            String digest = err().replaceAll("(?s).*--yes (\\S+).*", "$1");
            assertThat(carabiner("trust", "--yes", digest)).as(err()).isZero();

            assertThat(carabiner("run", "write a.txt: x\\n")).as(err()).isZero();
            assertThat(onlySession().bundle()).isEqualTo("ours");
        }

        @Test
        void cannot_be_rewritten_by_the_agent() throws Exception {
            Path bundle = project.resolve(".carabiner/bundle.yaml");
            String before = Files.readString(bundle);

            carabiner("run", "--bundle", "default", "write .carabiner/bundle.yaml: evil\\n");
            carabiner("run", "--bundle", "default", "run echo evil > .carabiner/bundle.yaml");

            assertThat(bundle).hasContent(before);
        }
    }

    @Nested
    class The_demo {

        @Test
        void shows_everything_and_verifies_its_log() {
            assertThat(carabiner("demo")).as(err()).isZero();
            assertThat(out())
                    .contains("date-status:")
                    .contains("denied: This command would reach everything below /")
                    .contains("+token=[redacted]")
                    .contains("A hook has named a correction")
                    .contains("Nobody could be asked - denied by default: Deploy to production?")
                    .contains("Task explorer")
                    .contains("verified")
                    .doesNotContain("quiet-counter: one more");
        }
    }
}
