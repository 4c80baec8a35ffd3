package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.carabiner.process.Finished.Ending;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class CommandTest extends Shells {

    /** Says which bytes a program gets. */
    static final class Printer {

        public static void main(String[] args) throws Exception {
            List<String> words = List.of("/bin/sh", "-c", "printf %s '\u00e4\u20ac' \"$A\" | od -An -to1");
            Command command = Command.of(words, Path.of(args[0])).environment(Map.of("A", "\u00e4"));
            System.out.print(command.run().output().strip());
        }
    }

    @Nested
    class A_program {

        @Test
        void gives_exit_code_and_both_streams() throws Exception {
            Finished finished = shell("echo out; echo err >&2; exit 3").run();

            assertThat(finished).isEqualTo(new Finished(3, "out\nerr\n", false, Ending.EXITED, 0));
            assertThat(finished.succeeded()).isFalse();
        }

        @Test
        void runs_in_its_directory_with_its_environment_only() throws Exception {
            Finished finished = shell("pwd -P; echo \"$GREETING|$HOME\"")
                    .environment(Map.of("GREETING", "hello"))
                    .run();

            assertThat(finished.output()).isEqualTo(directory.toRealPath() + "\nhello|\n");
        }

        @Test
        void without_input_does_not_wait_for_it() throws Exception {
            assertThat(shell("cat; echo done").run().output()).isEqualTo("done\n");
        }

        @Test
        void reads_its_input_to_the_end() throws Exception {
            String input = "ä line\n".repeat(100_000);

            assertThat(shell("wc -c").input(input).run().output().strip()).isEqualTo("800000");
        }

        @Test
        void that_does_not_read_its_input_ends_all_the_same() throws Exception {
            assertThat(shell("echo done").input("x".repeat(1_000_000)).run().output())
                    .isEqualTo("done\n");
        }

        @Test
        void that_does_not_exist_is_an_error_that_names_it() {
            Command missing = Command.of(List.of("no-such-program"), directory);

            assertThatThrownBy(missing::run).isInstanceOf(IOException.class).hasMessageContaining("no-such-program");
        }

        @Test
        void is_found_on_the_path_it_is_given_and_not_on_ours() {
            Command elsewhere = Command.of(List.of("ls"), directory).environment(Map.of("PATH", "/nowhere"));

            assertThatThrownBy(elsewhere::run).hasMessage("There is no program ls on the PATH");
        }

        @Test
        void gets_no_word_but_the_one_that_was_meant() {
            Command half = Command.of(List.of("/bin/echo", "half a pair: \ud83d"), directory);

            assertThatThrownBy(half::run).isInstanceOf(IOException.class).hasMessageContaining("/bin/echo");
        }

        @Test
        void gets_its_words_and_environment_where_the_locale_has_no_such_characters() throws Exception {
            assumeThat(Keeper.possible()).isTrue();
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            List<String> words = List.of(java, "-cp", classes, Printer.class.getName(), directory.toString());

            Finished finished = Command.of(words, directory)
                    .environment(Map.of("LC_ALL", "C", "PATH", "/usr/bin:/bin"))
                    .run();

            assertThat(finished.output()).isEqualTo("303 244 342 202 254 303 244");
        }

        @Test
        void may_have_all_the_time_there_is() throws Exception {
            Finished finished =
                    shell("exit 3").limit(Duration.ofSeconds(Long.MAX_VALUE)).run();

            assertThat(finished.exitCode()).isEqualTo(3);
        }

        @Test
        void has_no_terminal_to_type_an_answer_into() throws Exception {
            assertThat(shell("ps -o tty= -p $$; (echo y > /dev/tty) 2>&1 | grep -o 'No such device'")
                            .run()
                            .output())
                    .startsWith("?")
                    .contains("No such device");
        }
    }

    @Nested
    class Output {

        @Test
        void that_is_too_much_keeps_its_beginning_and_its_end() throws Exception {
            Finished finished = shell("seq 1 200000").mostOutput(1000).run();

            assertThat(finished.truncated()).isTrue();
            assertThat(finished.exitCode()).isZero();
            assertThat(finished.output())
                    .startsWith("1\n2\n3\n")
                    .endsWith("199999\n200000\n")
                    .containsPattern("\n\\[\\.\\.\\. 1287895 characters left out \\.\\.\\.]\n")
                    .hasSizeLessThan(1100);
        }

        @Test
        void without_an_end_does_not_fill_the_memory() throws Exception {
            Finished finished = shell("yes").limit(Duration.ofMillis(700)).run();

            assertThat(finished.timedOut()).isTrue();
            assertThat(finished.output()).hasSizeLessThan(31_000).startsWith("y\ny\n");
        }

        @Test
        void of_one_that_was_stopped_is_kept() throws Exception {
            assertThat(shell("echo begun; sleep 300")
                            .limit(Duration.ofMillis(500))
                            .run()
                            .output())
                    .isEqualTo("begun\n");
        }

        @Test
        void that_is_no_text_becomes_one() throws Exception {
            assertThat(shell("printf 'a\\377b\\xf0\\x9f'").run().output()).isEqualTo("a\uFFFDb\uFFFD");
        }

        @Test
        void is_never_cut_within_a_character() {
            KeptOutput kept = new KeptOutput(7);
            byte[] bytes = "x😀😀😀😀😀😀".getBytes(UTF_8);
            for (byte each : bytes) {
                kept.add(new byte[] {each}, 1);
            }

            assertThat(kept.finish()).isEqualTo("x😀\n[... 8 characters left out ...]\n😀");
        }
    }

    @Nested
    class The_environment {

        @Test
        void has_no_secret_of_the_host() {
            Map<String, String> host = Map.of(
                    "PATH",
                    "/bin",
                    "LC_ALL",
                    "C",
                    "HOME",
                    "/h",
                    "OPENAI_API_KEY",
                    "sk-1",
                    "AWS_SECRET",
                    "s",
                    "CI",
                    "1");

            assertThat(Environment.select(host, List.of("CI", "MISSING")))
                    .containsOnly(
                            Map.entry("PATH", "/bin"),
                            Map.entry("LC_ALL", "C"),
                            Map.entry("HOME", "/h"),
                            Map.entry("CI", "1"));
        }

        @Test
        void of_a_program_holds_nothing_but_it_and_the_mark() throws Exception {
            assertThat(shell("env").run().output().lines().map(it -> it.replaceAll("=.*", "")))
                    .containsExactlyInAnyOrder("PATH", "CARABINER_RUN", "PWD", "SHLVL", "_");
        }
    }
}
