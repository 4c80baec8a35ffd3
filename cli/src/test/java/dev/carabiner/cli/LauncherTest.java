package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.api.io.TempDir;

/** The script at the root, in a tree of its own with a program that is quick to build. */
class LauncherTest {

    private static final String PROGRAM = """
            package dev.carabiner.cli;
            public class Main {
                public static void main(String[] args) {
                    System.out.println(String.join("|", args) + " in " + java.nio.file.Path.of("").toAbsolutePath());
                    System.exit(args.length == 2 ? 3 : 0);
                }
            }
            """;

    @TempDir
    private Path temporary;

    private Path root;
    private Path programs;

    @BeforeEach
    void makeTree() throws Exception {
        root = temporary.resolve("a tree");
        programs = Files.createDirectories(temporary.resolve("bin"));
        for (String module : List.of("kernel", "audit", "runtime", "hooks", "cli")) {
            Files.createDirectories(root.resolve(module).resolve("src/main"));
            Files.createFile(root.resolve(module).resolve("pom.xml"));
        }
        Files.createFile(root.resolve("pom.xml"));
        Files.copy(Path.of("..", "carabiner"), root.resolve("carabiner"));
        root.resolve("carabiner").toFile().setExecutable(true);
        jar(temporary.resolve("program.jar"));
        program("mvn", """
                echo built >> '%1$s/builds'
                [ ! -f '%1$s/broken' ] || { echo "no such semicolon"; exit 1; }
                mkdir -p cli/target/lib
                cp '%1$s/program.jar' cli/target/carabiner-cli-1.jar
                cp '%1$s/program.jar' cli/target/lib/other.jar
                """.formatted(temporary));
    }

    private void program(String name, String text) throws IOException {
        Path file = Files.writeString(programs.resolve(name), "#!/usr/bin/env bash\nset -e\n" + text);
        file.toFile().setExecutable(true);
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

    private record Finished(int exitCode, String out, String err) {}

    private Process start(Path command, Path directory, String... words) throws IOException {
        List<String> line = new ArrayList<>(List.of(command.toString()));
        line.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
        String path = programs + ":" + System.getenv("PATH");
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "HOME", temporary.toString(), "PATH", path, "JAVA_HOME", System.getProperty("java.home")));
        return builder.start();
    }

    private static Finished finished(Process process) throws Exception {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Finished(process.exitValue(), out, err);
    }

    private Finished run(String... words) throws Exception {
        return finished(start(root.resolve("carabiner"), temporary, words));
    }

    private long builds() throws IOException {
        return Files.readAllLines(temporary.resolve("builds")).size();
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

        assertThat(finished(start(link, links, "x")).out()).isEqualTo("x in " + links + "\n");
    }

    @Test
    void two_first_uses_at_once_build_once() throws Exception {
        Process one = start(root.resolve("carabiner"), temporary, "1");
        Process two = start(root.resolve("carabiner"), temporary, "2");

        assertThat(finished(one).out()).startsWith("1 in");
        assertThat(finished(two).out()).startsWith("2 in");
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
