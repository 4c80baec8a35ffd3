package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.cli.LauncherTree.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script at the root, in a tree of its own with a program that is quick to build. */
class LauncherTest {

    private static final String PROGRAM = """
            package dev.carabiner.cli;
            import java.nio.file.Path;
            public class Main {
                public static void main(String[] args) {
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
        assertThat(failed.err()).contains("no such semicolon").contains("carabiner: the build failed");

        Files.delete(temporary.resolve("broken"));
        assertThat(run("x").exitCode()).isZero();
    }
}
