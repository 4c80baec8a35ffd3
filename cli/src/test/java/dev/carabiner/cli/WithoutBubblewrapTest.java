package dev.carabiner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.carabiner.testkit.NeedsSandbox;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;

/** On a machine without bubblewrap, which is this one with something else mounted over it: for one process and its children. */
@EnabledOnOs(OS.LINUX)
@Timeout(180)
class WithoutBubblewrapTest {

    private static final String HIDING = """
        for place in /usr/bin/bwrap /bin/bwrap /usr/local/bin/bwrap; do
            [ ! -x "$place" ] || mount --bind /dev/null "$place" || exit 99
        done
        exec "$@"
        """;

    @TempDir
    private Path temporary;

    private Place place;

    record Ended(int code, String output) {}

    /** Asks the condition of the confinement tests, as JUnit does. */
    static final class Asking {

        private Asking() {}

        public static void main(String[] args) {
            ExtensionContext nothing = (ExtensionContext) Proxy.newProxyInstance(
                    Asking.class.getClassLoader(),
                    new Class<?>[] {ExtensionContext.class},
                    (proxy, method, words) -> null);
            System.out.println(
                    new NeedsSandbox.Condition()
                                    .evaluateExecutionCondition(nothing)
                                    .isDisabled()
                            ? "left out"
                            : "run");
        }
    }

    @BeforeEach
    void hide() throws Exception {
        place = Place.in(temporary);
        assumeThat(ended(List.of("true")).code())
                .as("a program can be hidden here from one process")
                .isZero();
    }

    private Ended ended(List<String> command) throws Exception {
        List<String> words =
                new ArrayList<>(List.of("unshare", "--map-root-user", "--mount", "sh", "-c", HIDING, "sh"));
        words.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(place.project().toFile()).redirectErrorStream(true);
        builder.environment().putAll(Map.of("HOME", place.home().toString(), "LC_ALL", "C.UTF-8"));
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), output);
    }

    private Ended program(String... words) throws Exception {
        return ended(Program.command(List.of("-Duser.home=" + place.home()), words));
    }

    private Ended asking(String... options) throws Exception {
        List<String> words = new ArrayList<>(Program.command(List.of(options)));
        words.set(words.size() - 1, Asking.class.getName());
        return ended(words);
    }

    @Test
    void the_demo_works_and_says_in_one_line_that_commands_are_not_confined_and_what_to_do() throws Exception {
        Ended demo = program("demo");

        assertThat(demo.code()).as(demo.output()).isZero();
        assertThat(demo.output().lines().filter(line -> line.contains("not confined")))
                .as(demo.output())
                .singleElement()
                .asString()
                .contains("Commands are not confined: bubblewrap is not installed (apt install bubblewrap)");
    }

    @Test
    void a_bundle_that_requires_it_is_refused_with_the_same_words() throws Exception {
        Path bundle = place.bundle("bundle: {name: strict, version: 1.0.0}\nsession: {sandbox: required}\n");
        Ended run = program("run", "--bundle", bundle.toString(), "run true");

        assertThat(run.code()).isNotZero();
        assertThat(run.output()).contains("bubblewrap is not installed (apt install bubblewrap)");
    }

    @Test
    void the_confinement_tests_are_left_out_and_that_is_said() throws Exception {
        Ended tests = asking();

        assertThat(tests.output())
                .contains("The confinement tests are left out: bubblewrap is not installed (apt install bubblewrap)")
                .endsWith("left out\n");
    }

    @Test
    void the_confinement_tests_fail_where_they_must_not_be_left_out() throws Exception {
        Ended tests = asking("-Dcarabiner.sandbox=required");

        assertThat(tests.code()).isNotZero();
        assertThat(tests.output()).contains("The confinement tests must not be left out");
    }
}
