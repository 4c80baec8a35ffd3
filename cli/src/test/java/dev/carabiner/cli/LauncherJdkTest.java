package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carabiner.cli.LauncherTree.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which JDK the launcher takes, and how it starts it. These JDKs only write down what they were asked for. */
class LauncherJdkTest {

    @TempDir
    private Path temporary;

    private LauncherTree tree;

    @BeforeEach
    void makeTree() throws Exception {
        tree = new LauncherTree(temporary);
        Files.createFile(temporary.resolve("program.jar"));
    }

    private Path jdk(int version, String place) throws IOException {
        Path home = jdkWithoutRelease(version, place);
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + ".0.3\"\n");
        return home;
    }

    /** It says its version when asked, makes the archive it is told to make, and writes down its words. */
    private Path jdkWithoutRelease(int version, String place) throws IOException {
        Path home = temporary.resolve(place);
        LauncherTree.program(home.resolve("bin/javac"), "");
        LauncherTree.program(home.resolve("bin/java"), """
                case "$*" in
                    *-XshowSettings:properties*)
                        echo '    java.specification.version = %1$s' >&2
                        exit
                        ;;
                esac
                echo "$*" >> '%2$s/started'
                [ ! -f '%2$s/no-archives' ] || [[ $* != *Warmup* ]] || exit 1
                for word in "$@"; do
                    case $word in
                        -XX:ArchiveClassesAtExit=* | -XX:AOTCacheOutput=*) touch "${word#*=}" ;;
                        -XX:AOTConfiguration=*) [[ $* != *AOTMode=record* ]] || touch "${word#*=}" ;;
                        -XX:AOTCache=*) [[ $* != *AOTMode=create* ]] || touch "${word#*=}" ;;
                    esac
                done
                [[ $* = *Warmup* ]] || echo 'ran %3$s'
                """.formatted(version, temporary, place));
        return home;
    }

    /** All starts of a JVM so far, without the directory of what was built. */
    private List<String> started() throws IOException {
        return Files.readAllLines(temporary.resolve("started")).stream()
                .map(line -> line.replaceAll("=/[^=]*/(classes-\\d+\\.\\w+)(\\.\\d+)?", "=$1"))
                .toList();
    }

    private Finished run(Map<String, String> variables, String... words) throws Exception {
        return tree.run(List.of(), variables, words);
    }

    @Nested
    class The_archive {

        @ParameterizedTest
        @ValueSource(ints = {21, 22, 23})
        void is_of_shared_classes_before_24(int version) throws Exception {
            Path home = jdk(version, "jdk");

            assertThat(run(Map.of("JAVA_HOME", home.toString()), "events").out())
                    .isEqualTo("ran jdk\n");
            assertThat(started()).hasSize(2);
            assertThat(started().get(0))
                    .contains(" -XX:ArchiveClassesAtExit=classes-" + version + ".jsa ")
                    .endsWith(" dev.carabiner.cli.Warmup");
            assertThat(started().get(1))
                    .contains(" -XX:SharedArchiveFile=classes-" + version + ".jsa ")
                    .doesNotContain("AOT")
                    .endsWith(" dev.carabiner.cli.Main events");
        }

        @Test
        void is_recorded_and_then_created_by_24() throws Exception {
            Path home = jdk(24, "jdk");

            assertThat(run(Map.of("JAVA_HOME", home.toString()), "events").out())
                    .isEqualTo("ran jdk\n");
            assertThat(started()).hasSize(3);
            assertThat(started().get(0)).contains(" -XX:AOTMode=record ", " -XX:AOTConfiguration=");
            assertThat(started().get(1))
                    .contains(" -XX:AOTMode=create ", " -XX:AOTConfiguration=", " -XX:AOTCache=classes-24.aot ");
            assertThat(started().get(2))
                    .contains(" -XX:AOTCache=classes-24.aot ")
                    .doesNotContain("AOTMode", "SharedArchiveFile");
            try (Stream<Path> made = Files.walk(tree.root().resolve("cli/target"))) {
                assertThat(made).noneMatch(file -> file.toString().endsWith(".conf"));
            }
        }

        @ParameterizedTest
        @ValueSource(ints = {25, 30})
        void is_made_in_one_go_from_25_up(int version) throws Exception {
            Path home = jdk(version, "jdk");

            assertThat(run(Map.of("JAVA_HOME", home.toString()), "events").out())
                    .isEqualTo("ran jdk\n");
            assertThat(started()).hasSize(2);
            assertThat(started().get(0)).contains(" -XX:AOTCacheOutput=classes-" + version + ".aot ");
            assertThat(started().get(1)).contains(" -XX:AOTCache=classes-" + version + ".aot ");
        }

        @ParameterizedTest
        @ValueSource(ints = {21, 25})
        void for_events_of_agents_is_made_once_by_install_and_used_by_them_only(int version) throws Exception {
            Map<String, String> variables =
                    Map.of("JAVA_HOME", jdk(version, "jdk").toString());
            run(variables, "hook");
            assertThat(started().getLast()).contains("classes-" + version).doesNotContain("hook-");
            run(variables, "install");
            run(variables, "install");
            assertThat(started().stream().filter(it -> it.endsWith("Warmup hook")))
                    .hasSize(1);
            for (String command : List.of("hook", "hookd")) {
                run(variables, command);
                assertThat(started().getLast()).contains("/hook-" + version).doesNotContain("classes-");
            }
            run(variables, "events");
            assertThat(started().getLast()).contains("classes-" + version).doesNotContain("hook-");
        }

        @ParameterizedTest
        @ValueSource(ints = {21, 24, 25})
        void that_cannot_be_made_is_done_without(int version) throws Exception {
            Files.createFile(temporary.resolve("no-archives"));
            Path home = jdk(version, "jdk");

            assertThat(run(Map.of("JAVA_HOME", home.toString()), "events").out())
                    .isEqualTo("ran jdk\n");
            assertThat(started().getLast()).doesNotContain("AOT", "SharedArchiveFile");
        }
    }

    @Nested
    class The_jdk {

        @Test
        void of_java_home_wins() throws Exception {
            Files.createSymbolicLink(
                    tree.programs().resolve("java"), jdk(25, "on-path").resolve("bin/java"));
            Path chosen = jdk(21, "chosen");

            assertThat(run(Map.of("JAVA_HOME", chosen.toString()), "x").out()).isEqualTo("ran chosen\n");
            assertThat(tree.builds()).containsExactly(chosen + " ");
        }

        @ParameterizedTest
        @ValueSource(ints = {8, 17, 20})
        void of_java_home_that_is_too_old_gives_way_to_the_one_on_the_path(int version) throws Exception {
            Path old = jdk(version, "old");
            Path onPath = jdk(23, "on-path");
            Files.createSymbolicLink(tree.programs().resolve("java"), onPath.resolve("bin/java"));

            assertThat(run(Map.of("JAVA_HOME", old.toString()), "x").out()).isEqualTo("ran on-path\n");
            assertThat(tree.builds()).containsExactly(onPath + "  --sun-misc-unsafe-memory-access=allow");
        }

        @Test
        void without_a_compiler_is_none() throws Exception {
            Path runtimeOnly = jdk(25, "runtime-only");
            Files.delete(runtimeOnly.resolve("bin/javac"));
            Files.createSymbolicLink(
                    tree.programs().resolve("java"), jdk(22, "on-path").resolve("bin/java"));

            assertThat(run(Map.of("JAVA_HOME", runtimeOnly.toString()), "x").out())
                    .isEqualTo("ran on-path\n");
        }

        @Test
        void that_does_not_say_its_version_in_a_file_is_asked() throws Exception {
            Path home = jdkWithoutRelease(22, "jdk");

            assertThat(run(Map.of("JAVA_HOME", home.toString()), "x").out()).isEqualTo("ran jdk\n");
            assertThat(started().getLast()).contains("classes-22.jsa");
        }

        @Test
        void of_another_start_is_another_one() throws Exception {
            Path first = jdk(21, "first");
            Path second = jdk(25, "second");

            assertThat(run(Map.of("JAVA_HOME", first.toString()), "x").out()).isEqualTo("ran first\n");
            assertThat(run(Map.of("JAVA_HOME", second.toString()), "x").out()).isEqualTo("ran second\n");
            assertThat(started().getLast()).contains(" -XX:AOTCache=classes-25.aot ");
            assertThat(tree.builds()).hasSize(1);
        }
    }

    /** The usual places of this machine are emptied for the launcher alone. */
    @Nested
    class Where_nothing_is_set {

        private static final List<String> EMPTIED = List.of(
                "unshare",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                "for d in /usr/lib/jvm /usr/java /opt; do [ ! -d $d ] || mount -t tmpfs none $d || exit 99; done;"
                        + " exec \"$@\"",
                "sh");

        private Finished runWithoutJdks(String... words) throws Exception {
            Finished finished;
            try {
                finished = tree.run(EMPTIED, Map.of("PATH", tree.programs() + ":/usr/bin:/bin"), words);
            } catch (IOException e) {
                finished = new Finished(99, "", e.toString());
            }
            boolean possible = finished.exitCode() != 99 && !finished.err().contains("unshare");
            assumeTrue(possible, "directories cannot be hidden here: " + finished.err());
            return finished;
        }

        @ParameterizedTest
        @ValueSource(strings = {".jdks/temurin-21", ".sdkman/candidates/java/21-tem"})
        void a_jdk_in_a_usual_place_is_found(String place) throws Exception {
            jdk(17, ".jdks/old");
            jdk(21, place);

            assertThat(runWithoutJdks("x").out()).isEqualTo("ran " + place + "\n");
        }

        @Test
        void no_jdk_is_an_error_that_says_what_to_do() throws Exception {
            jdk(17, ".jdks/old");
            Finished finished = runWithoutJdks("x");

            assertThat(finished)
                    .isEqualTo(new Finished(
                            1, "", "carabiner: no JDK from 21 up found; install one, or set JAVA_HOME to it\n"));
            assertThat(temporary.resolve("builds")).doesNotExist();
        }
    }
}
