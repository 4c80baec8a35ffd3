package dev.carabiner.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.examples.Examples.Example;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.process.Command;
import dev.carabiner.process.Finished;
import dev.carabiner.session.SessionCoordinator;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        return Examples.run(List.of(arguments), new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    }

    @Test
    void list_has_a_line_for_each_example() {
        assertThat(run("list")).isZero();
        assertThat(out.toString(UTF_8).lines()).hasSize(11).allMatch(line -> line.matches("[a-z-]+ +[A-Z].+"));
    }

    @Test
    void the_script_lists_and_explains_them_without_building_anything() throws Exception {
        for (String word : List.of("list", "--help")) {
            out.reset();
            run(word);
            Finished script = Command.of(
                            List.of("bash", Path.of("run").toAbsolutePath().toString(), word),
                            Path.of("").toAbsolutePath())
                    .environment(Map.of("PATH", "/usr/bin:/bin", "JAVA_HOME", "/nowhere"))
                    .run();
            assertThat(script.output()).isEqualTo(out.toString(UTF_8));
            assertThat(script.exitCode()).isZero();
        }
    }

    @Test
    void help_has_the_usage_and_examples_of_it() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString(UTF_8))
                .contains("usage: examples/run", "examples:", "examples/run deny-sensitive-paths");
    }

    @Test
    void an_unknown_name_is_an_error_that_lists_the_known_ones_and_plays_nothing() {
        assertThat(run("todo-reminder", "no-such-thing")).isEqualTo(2);
        assertThat(out.toString(UTF_8)).isEmpty();
        assertThat(err.toString(UTF_8))
                .startsWith("There is no example no-such-thing.")
                .contains(Examples.ALL.stream().map(Example::name).toList());
    }

    @Test
    void the_named_examples_are_played_in_that_order() {
        assertThat(run("todo-reminder", "observe-tools")).isZero();
        assertThat(out.toString(UTF_8)).containsSubsequence("== 1/2  todo-reminder", "== 2/2  observe-tools");
    }

    @Test
    void every_example_is_a_program_of_its_own() throws Exception {
        for (Example example : Examples.ALL) {
            Class<?> type = Class.forName("dev.carabiner.examples." + camelCase(example.name()));
            assertThat(type.getMethod("main", String[].class).getReturnType()).isEqualTo(void.class);
        }
    }

    private static String camelCase(String name) {
        return Stream.of(name.split("-"))
                .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .collect(Collectors.joining());
    }

    /** For real: a JVM of its own, no terminal, and nothing in its environment but a PATH. */
    @Nested
    class AsAProgram {

        @TempDir
        private Path temporary;

        private Finished java(String... arguments) throws Exception {
            List<String> words = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Djava.io.tmpdir=" + temporary,
                    "-cp",
                    String.join(
                            File.pathSeparator,
                            placeOf(Examples.class),
                            placeOf(SessionCoordinator.class),
                            placeOf(Workspace.class),
                            placeOf(Command.class),
                            placeOf(Nullable.class)),
                    "dev.carabiner.examples.Examples"));
            words.addAll(List.of(arguments));
            Map<String, String> environment = Map.of("PATH", System.getenv().getOrDefault("PATH", ""));
            return Command.of(words, temporary).environment(environment).run();
        }

        private static String placeOf(Class<?> type) throws Exception {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        }

        @Test
        void without_arguments_it_plays_them_all_asks_nobody_and_leaves_nothing_behind() throws Exception {
            Finished finished = java();
            assertThat(finished.output())
                    .contains(Examples.ALL.stream().map(Example::name).toList())
                    .contains(
                            "| Write ended, success=true",
                            "drafts/notes/authorized_keys         denied",
                            "| Order 4711-0000-1234-5678 was paid with card [REDACTED].",
                            "| Rope.java:2: error: incompatible types",
                            "| - ask about the weather",
                            "Nobody is at a terminal",
                            "[hook:progress] info: Processed 3 files successfully",
                            "| From style (",
                            "granted (remembered)",
                            "denied (timeout)",
                            "the linter has nothing to say")
                    .doesNotContain("Your choice", "Exception", "The example");
            assertThat(finished.exitCode()).isZero();
            try (Stream<Path> left = Files.list(temporary)) {
                assertThat(left.filter(file -> !file.getFileName().toString().startsWith("hsperfdata")))
                        .isEmpty();
            }
        }

        @Test
        void an_unknown_name_ends_it_with_code_2() throws Exception {
            assertThat(java("no-such-thing").exitCode()).isEqualTo(2);
        }
    }
}
