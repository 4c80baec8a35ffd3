package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.TextWidth;
import dev.carabiner.event.Events;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest extends TypedCommands {

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
                    "lockdown",
                    "events",
                    "audit",
                    "audit init",
                    "audit verify",
                    "audit show",
                    "audit tail",
                    "audit export",
                    "audit prove",
                    "audit check-proof",
                    "audit erase",
                    "completion"
                })
        void of_every_command_has_examples(String command) {
            String[] words = (command + " --help").strip().split(" ");

            assertThat(carabiner(words)).isZero();
            assertThat(out()).contains("Usage: carabiner").contains("Examples:").contains("  carabiner " + command);
            assertThat(err()).isEmpty();
        }

        @Test
        void names_every_command_in_a_whole_sentence() {
            carabiner("--help");
            String commands = out().replaceAll("(?s).*\nCommands:\n(.*?)\n\n.*", "$1");
            assertThat(commands.lines())
                    .hasSize(20)
                    .allMatch(line -> line.endsWith("."))
                    .anyMatch(line -> line.contains("trust"));
        }

        @Test
        void is_plain_without_colours_and_narrow_on_a_narrow_terminal() {
            columns = 60;
            styles = new Styles(true, true);
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
        void in_who_approves_get_the_words_of_the_help() {
            assertThat(carabiner("run", "--approve", "bogus", "x")).isEqualTo(2);
            assertThat(err())
                    .contains("expected ask, elsewhere, default, allow or deny, but came 'bogus'")
                    .doesNotContain("ASK");
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
            assertThat(out()).contains("tool:pre\n    session_id, tool_call_id, tool_name, tool_input, timestamp\n");
        }

        @Test
        void have_the_keys_that_the_page_of_events_has() throws Exception {
            carabiner("events");
            String page = Files.readString(Path.of("../docs/events.md"));
            String rows = page.lines()
                    .filter(line -> line.startsWith("| `"))
                    .map(line -> line.split(" \\| "))
                    .map(cells -> cells[0].substring(2) + "\n    " + cells[3].replace(" |", "") + "\n")
                    .collect(Collectors.joining())
                    .replace("`", "");

            assertThat(out()).isEqualTo(rows);
        }

        @Test
        void fit_the_terminal() {
            columns = 30;
            carabiner("events", "approval:required");
            assertThat(out().lines()).hasSizeGreaterThan(3).allMatch(line -> TextWidth.of(line) <= 30);
        }
    }

    @Nested
    class Other_commands {

        @Test
        void audit_has_exit_codes_of_its_own() {
            assertThat(carabiner("audit", "verify", "nowhere")).isEqualTo(66);
            assertThat(carabiner("--no-color", "audit", "verify")).isEqualTo(64);
            assertThat(err()).contains("Missing required parameter: 'DIR'").contains("'carabiner audit verify --help'");
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

        @Test
        void completion_takes_the_name_of_a_shell() {
            assertThat(carabiner("completion", "bash")).isZero();
            assertThat(out()).startsWith("#!");
            assertThat(carabiner("completion", "fish")).isEqualTo(2);
            assertThat(err()).contains("expected bash or zsh");
        }
    }
}
