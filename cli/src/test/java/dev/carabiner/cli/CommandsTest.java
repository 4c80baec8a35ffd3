package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.cli.terminal.Ink;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.TextWidth;
import dev.carabiner.context.Message;
import dev.carabiner.event.Events;
import dev.carabiner.runtime.store.SessionDirectory;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {

    @TempDir
    private Path temporary;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private String typed = "";
    private int columns;
    private Ink ink = Ink.PLAIN;
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
        Surroundings here = new Surroundings(
                home,
                project,
                environment,
                new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                ink,
                columns,
                !typed.isEmpty());
        return Main.run(here, words);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Nested
    class Help {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "run",
                    "demo",
                    "sessions",
                    "sessions list",
                    "sessions show",
                    "bundle",
                    "bundle validate",
                    "bundle show",
                    "trust",
                    "events",
                    "completion"
                })
        void of_every_command_has_examples(String command) {
            String[] words = (command + " --help").strip().split(" ");

            assertThat(carabiner(words)).isZero();
            assertThat(out()).contains("Usage: carabiner").contains("Examples:").contains("  carabiner " + command);
            assertThat(err()).isEmpty();
        }

        @Test
        void is_plain_without_colours_and_narrow_on_a_narrow_terminal() {
            columns = 60;
            ink = new Ink(true, true);
            carabiner("run", "--help");
            assertThat(out()).contains("\u001B[");
            carabiner("run", "--no-color", "--help");
            assertThat(out()).doesNotContain("\u001B[");
        }
    }

    @Nested
    class Mistakes {

        @Test
        void in_a_command_get_a_suggestion() {
            assertThat(carabiner("sesions")).isEqualTo(2);
            assertThat(err()).startsWith("carabiner: There is no command 'sesions'; did you mean 'sessions'?\n");
            assertThat(carabiner("sessions", "lst")).isEqualTo(2);
            assertThat(err()).contains("'lst'; did you mean 'list'?").contains("carabiner sessions --help");
        }

        @Test
        void in_an_option_get_a_suggestion() {
            assertThat(carabiner("run", "--bundel", "x")).isEqualTo(2);
            assertThat(err()).contains("There is no option --bundel; did you mean '--bundle'?");
        }

        @Test
        void in_an_event_get_a_suggestion() {
            assertThat(carabiner("events", "tool:per")).isEqualTo(2);
            assertThat(err()).contains("There is no known event 'tool:per'; did you mean 'tool:pre'?");
        }

        @Test
        void come_without_a_stack_trace_unless_asked_for() {
            carabiner("sessions", "show", "nope");
            assertThat(err()).doesNotContain("\tat ");
            environment.put("CARABINER_DEBUG", "1");
            carabiner("sessions", "show", "nope");
            assertThat(err()).contains("\tat ");
        }

        @Test
        void with_hostile_words_are_shown_escaped() {
            carabiner("\u001B[2Jx");
            assertThat(err()).contains("\\u001B[2Jx").doesNotContain("\u001B");
        }

        @Test
        void of_running_without_a_prompt_or_a_terminal_say_what_to_do() {
            assertThat(carabiner("run")).isEqualTo(2);
            assertThat(err()).contains("There is no prompt");
            assertThat(carabiner("run", "--cwd", "nowhere", "x")).isEqualTo(2);
            assertThat(err()).contains("nowhere is not a directory");
        }
    }

    @Nested
    class Events_ {

        @Test
        void are_all_listed_with_their_keys() {
            assertThat(carabiner("events")).isZero();
            Events.known().forEach(event -> assertThat(out()).contains(event.name() + "\n"));
            assertThat(out()).contains("tool:pre\n    session_id, tool_name, tool_input, timestamp\n");
        }

        @Test
        void fit_the_terminal() {
            columns = 30;
            carabiner("events", "approval:required");
            assertThat(out().lines()).hasSizeGreaterThan(3).allMatch(line -> TextWidth.of(line) <= 30);
        }
    }

    @Nested
    class Sessions {

        private void session(String id, String name) {
            SessionStore store = SessionStore.at(home.resolve(".carabiner/sessions"));
            Instant now = Instant.parse("2026-01-31T12:00:00Z");
            SessionMetadata metadata =
                    SessionMetadata.begin(id, now, project, "default").withName(name);
            try (SessionDirectory directory = store.create(metadata)) {
                directory.transcript().added(Message.user("read \u001B[31mREADME"));
                directory.transcript().added(Message.toolCall("c-1", "Read", Map.of("file_path", "README.md")));
                directory.transcript().added(Message.toolResult("c-1", "line\n".repeat(30)));
            }
        }

        @Test
        void are_none_at_first() {
            assertThat(carabiner("sessions", "list")).isZero();
            assertThat(out()).contains("No sessions yet");
            assertThat(home.resolve(".carabiner")).doesNotExist();
        }

        @Test
        void are_listed_damaged_ones_too() throws Exception {
            session("s-1", "Fix \u001B[31mit");
            session("s-2", "");
            Files.writeString(home.resolve(".carabiner/sessions/s-2/metadata.json"), "{");

            assertThat(carabiner("sessions", "list")).isZero();
            assertThat(out().lines().toList().get(0)).matches("SESSION +UPDATED +STATUS +TURNS +NAME");
            assertThat(out().lines().toList().get(1))
                    .matches("s-1 +2026-01-31T12:00:00Z +running +0 +Fix \\\\u001B\\[31mit");
            assertThat(out().lines().toList().get(2)).matches("s-2 +damaged +.*metadata.json.*");
        }

        @Test
        void fit_the_terminal() {
            session("s-1", "a very long name that goes on and on and on, further than anybody would read");
            columns = 50;
            carabiner("sessions", "list");
            assertThat(out().lines()).allMatch(line -> TextWidth.of(line) <= 50);
            assertThat(out()).contains("…").contains("days ago");
        }

        @Test
        void are_shown_with_their_conversation() {
            session("s-20260131-1", "Fix it");

            assertThat(carabiner("sessions", "show", "s-2026")).isZero();
            assertThat(out())
                    .contains("Session s-20260131-1")
                    .contains("read \\u001B[31mREADME")
                    .contains("● Read README.md")
                    .contains("… 18 more lines; --full shows all");
            carabiner("sessions", "show", "last", "--full");
            assertThat(out()).doesNotContain("more lines");
        }

        @Test
        void that_do_not_exist_are_named() {
            session("s-1", "");
            assertThat(carabiner("sessions", "show", "s-9")).isEqualTo(1);
            assertThat(err()).contains("There is no session 's-9' in " + home).contains("did you mean 's-1'?");
        }
    }

    @Nested
    class Bundles {

        private Path bundle(String text) throws Exception {
            Files.createDirectories(project.resolve(".carabiner"));
            return Files.writeString(project.resolve(".carabiner/bundle.yaml"), text);
        }

        @Test
        void with_problems_are_told_all_of_them_with_their_lines() throws Exception {
            bundle("bundle: {name: x, version: 1}\nhooks:\n  - module: no-such-hook\nsesion: {}\n");

            assertThat(carabiner("bundle", "validate", ".carabiner/bundle.yaml"))
                    .isEqualTo(1);
            assertThat(err())
                    .contains("bundle.yaml:3:")
                    .contains("no-such-hook")
                    .contains("bundle.yaml:4:");
            assertThat(err()).contains("2 problems").doesNotContain("\tat ");
        }

        @Test
        void that_are_missing_are_named() {
            assertThat(carabiner("bundle", "validate", "nope.yaml")).isEqualTo(1);
            assertThat(err()).contains("There is no file").contains("nope.yaml");
        }

        @Test
        void of_a_project_are_trusted_by_digest() throws Exception {
            bundle("bundle: {name: mine, version: 1} # \u001B[2J\n");

            assertThat(carabiner("trust")).isEqualTo(2);
            assertThat(out()).contains("name: mine").contains("\\u001B[2J").doesNotContain("\u001B");
            String digest = out().replaceAll("(?s).*digest ([0-9a-f]{64}).*", "$1");
            assertThat(err()).contains("carabiner trust --yes " + digest);

            bundle("bundle: {name: other, version: 1}\n");
            assertThat(carabiner("trust", "--yes", digest)).isEqualTo(1);
            assertThat(err()).contains("is not what was shown");

            typed = "y\n";
            assertThat(carabiner("trust")).isEqualTo(3);
            typed = "yes\n";
            assertThat(carabiner("trust")).isZero();
            assertThat(carabiner("trust", "--revoke")).isZero();
            typed = "no\n";
            assertThat(carabiner("trust")).isEqualTo(3);
        }

        @Test
        void that_do_not_exist_cannot_be_trusted() {
            assertThat(carabiner("trust")).isEqualTo(1);
            assertThat(err()).contains("has no .carabiner/bundle.yaml");
        }
    }

    @Nested
    class Other_commands {

        @Test
        void audit_is_the_audit_logs_own() {
            assertThat(carabiner("audit", "verify", "nowhere")).isEqualTo(66);
            assertThat(carabiner("audit", "--help")).isZero();
            assertThat(out()).contains("carabiner audit");
        }

        @Test
        void completion_is_a_script_that_bash_accepts() throws Exception {
            assertThat(carabiner("completion")).isZero();
            Path script = Files.writeString(temporary.resolve("completion"), out());
            Process bash = new ProcessBuilder("bash", "-n", script.toString())
                    .inheritIO()
                    .start();
            assertThat(bash.waitFor()).isZero();
            assertThat(out()).contains("sessions").contains("--bundle");
        }
    }
}
