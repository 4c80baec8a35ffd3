package dev.carabiner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carabiner.cli.LauncherTree.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script at the root, in a tree of its own with a program that is quick to build. */
class LauncherTest {

    private static final String PROGRAM = """
        package dev.carabiner.cli;
        import java.nio.file.Path;
        public class Main {
            public static void main(String[] args) throws Exception {
                if (args.length == 1 && args[0].equals("wait")) {
                    System.out.println(ProcessHandle.current().pid());
                    System.in.read();
                }
                System.out.println(String.join("|", args) + " in " + Path.of("").toAbsolutePath());
                System.exit(args.length == 2 ? 3 : 0);
            }
        }
        """;

    @TempDir
    private Path temporary;

    private LauncherTree tree;
    private Path root;

    @BeforeEach
    void makeTree() throws Exception {
        tree = new LauncherTree(temporary);
        root = tree.root();
        jar(temporary.resolve("program.jar"));
    }

    private void jar(Path file) throws IOException {
        Path sources = Files.createDirectories(temporary.resolve("sources"));
        Path main = Files.writeString(sources.resolve("Main.java"), PROGRAM);
        Path warmup = Files.writeString(
                sources.resolve("Warmup.java"),
                "package dev.carabiner.cli; class Warmup { public static void main(String[] a) { } }");
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", sources.toString(), main.toString(), warmup.toString());
        assertThat(result).isZero();
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
            for (String name : List.of("Main", "Warmup")) {
                String entry = "dev/carabiner/cli/" + name + ".class";
                out.putNextEntry(new JarEntry(entry));
                out.write(Files.readAllBytes(sources.resolve(entry)));
            }
        }
    }

    private Process start(Path command, Path directory, String... words) throws IOException {
        List<String> line = new ArrayList<>(List.of(command.toString()));
        line.addAll(List.of(words));
        return tree.start(line, directory, Map.of("JAVA_HOME", System.getProperty("java.home")));
    }

    private Finished run(String... words) throws Exception {
        return LauncherTree.finished(start(root.resolve("carabiner"), temporary, words));
    }

    private long builds() throws IOException {
        return tree.builds().size();
    }

    @Test
    void builds_once_and_after_a_change() throws Exception {
        Finished first = run("hello world");
        assertThat(first.out()).isEqualTo("hello world in " + temporary + "\n");
        assertThat(first.err()).contains("Building carabiner");
        assertThat(root.resolve("cli/target/start")).isDirectoryRecursivelyContaining("glob:**/classes-*");

        assertThat(run("a", "b")).isEqualTo(new Finished(3, "a|b in " + temporary + "\n", ""));
        assertThat(run("run", "b")).isEqualTo(new Finished(3, "run|b in " + temporary + "\n", ""));
        assertThat(builds()).isEqualTo(1);

        Files.writeString(root.resolve("kernel/src/main/New.java"), "");
        run();
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void an_agent_that_waits_for_an_answer_is_not_kept_for_a_build() throws Exception {
        run("x");
        Files.writeString(root.resolve("kernel/src/main/New.java"), "");
        assertThat(run("hook").out()).isEqualTo("hook in " + temporary + "\n");
        assertThat(builds()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kernel/src/main/resources/new.yaml", "cli/pom.xml", "bom/pom.xml", "pom.xml"})
    void builds_again_after_a_change_of_what_the_program_is_made_of(String changed) throws Exception {
        run("x");
        Files.writeString(root.resolve(changed), "changed");
        run("x");
        assertThat(builds()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"examples/src/main/New.java", "examples/pom.xml", "new/pom.xml"})
    void does_not_build_again_after_a_change_of_a_module_whose_jar_it_does_not_use(String changed) throws Exception {
        run("x");
        Files.createDirectories(root.resolve("new"));
        Files.writeString(root.resolve(changed), "changed");
        run("x");
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void shows_how_far_a_build_is_in_plain_lines_where_there_is_no_terminal() throws Exception {
        assertThat(run("x").err().lines())
                .containsSequence(
                        "Building carabiner; this takes a minute or two, longer if Maven has to download ...",
                        "  2 of 3, Carabiner Kernel; downloads: 1");
        assertThat(root.resolve("cli/target/start/build.log")).content().contains("Downloading from central");
    }

    @Test
    void shows_how_far_a_build_is_in_one_line_of_a_terminal() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "there is no program 'script' to make a terminal");
        Map<String, String> environment =
                Map.of("JAVA_HOME", System.getProperty("java.home"), "TERM", "xterm", "SHELL", "/bin/sh");
        List<String> line =
                List.of("script", "--quiet", "--command", "'" + root.resolve("carabiner") + "' x", "/dev/null");

        assertThat(LauncherTree.finished(tree.start(line, temporary, environment))
                        .out())
                .contains("\r\u001B[K  2 of 3, Carabiner Kernel; downloads: 1; ")
                .contains("\r\u001B[KPreparing a quick start");
    }

    @Test
    void works_through_a_link_in_another_directory() throws Exception {
        Path links = Files.createDirectory(temporary.resolve("links"));
        Path link = Files.createSymbolicLink(links.resolve("cb"), Path.of("../a tree/carabiner"));

        assertThat(LauncherTree.finished(start(link, links, "x")).out()).isEqualTo("x in " + links + "\n");
    }

    @Test
    void two_first_uses_at_once_build_once() throws Exception {
        Process one = start(root.resolve("carabiner"), temporary, "1");
        Process two = start(root.resolve("carabiner"), temporary, "2");

        assertThat(LauncherTree.finished(one).out()).startsWith("1 in");
        assertThat(LauncherTree.finished(two).out()).startsWith("2 in");
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void a_build_that_fails_is_told_and_tried_again() throws Exception {
        Files.createFile(temporary.resolve("broken"));
        Finished failed = run("x");
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.out()).isEmpty();
        assertThat(failed.err())
                .contains("no such semicolon")
                .contains("carabiner: the build failed")
                .doesNotContain("Downloading");

        Files.delete(temporary.resolve("broken"));
        assertThat(run("x").exitCode()).isZero();
    }

    /** The engine decides what is permitted, and holds keys: nothing gets into its memory, and that to no disk. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void starts_a_program_that_cannot_be_attached_to_and_leaves_no_core_dump() throws Exception {
        run("x");
        Path directory = Files.createDirectory(temporary.resolve("where-cores-would-lie"));
        Process process = start(root.resolve("carabiner"), directory, "wait");
        try {
            String pid = process.inputReader().readLine();
            Process jcmd = new ProcessBuilder(
                            System.getProperty("java.home") + "/bin/jcmd", pid, "VM.system_properties")
                    .redirectErrorStream(true)
                    .start();
            assertThat(new String(jcmd.getInputStream().readAllBytes(), UTF_8)).doesNotContain("java.home");
            assertThat(jcmd.waitFor()).isNotZero();
            assertThat(Files.readString(Path.of("/proc/" + pid + "/limits")))
                    .containsPattern("Max core file size +[01] +[01] ");

            assertThat(new ProcessBuilder("kill", "-ABRT", pid).start().waitFor())
                    .isZero();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isNotZero();
            assertThat(directory).isEmptyDirectory();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
