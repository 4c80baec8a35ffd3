package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A tree with the launcher at its root, and a Maven that is quick because it only copies. */
final class LauncherTree {

    /** What became of one start. */
    record Finished(int exitCode, String out, String err) {}

    private final Path temporary;
    private final Path root;
    private final Path programs;

    /** The program that is built is the jar {@code program.jar} in that directory. */
    LauncherTree(Path temporary) throws IOException {
        this.temporary = temporary;
        root = temporary.resolve("a tree");
        programs = Files.createDirectories(temporary.resolve("bin"));
        for (String module : List.of("kernel", "cli", "examples")) {
            module(module, "");
        }
        module("bom", "<packaging>pom</packaging>");
        Files.createFile(root.resolve("pom.xml"));
        Files.copy(Path.of("..", "carabiner"), root.resolve("carabiner"));
        root.resolve("carabiner").toFile().setExecutable(true);
        Files.createDirectory(root.resolve("tools"));
        Files.copy(Path.of("..", "tools", "find-jdk.sh"), root.resolve("tools/find-jdk.sh"));
        program(programs.resolve("mvn"), """
                echo "$JAVA_HOME ${MAVEN_OPTS:-}" >> '%1$s/builds'
                echo "[INFO] Downloading from central: https://localhost/kernel.pom"
                echo "[INFO] Downloaded from central: https://localhost/kernel.pom (1 kB)"
                echo "[INFO] Building Carabiner Kernel 1.0-SNAPSHOT              [2/3]"
                [ ! -f '%1$s/broken' ] || { echo "no such semicolon"; exit 1; }
                mkdir -p program/target/lib
                cp '%1$s/program.jar' program/target/lib/carabiner-cli-1.jar
                cp '%1$s/program.jar' program/target/lib/carabiner-kernel-1.jar
                cp '%1$s/program.jar' program/target/lib/other.jar
                """.formatted(temporary));
    }

    private void module(String name, String more) throws IOException {
        Files.createDirectories(root.resolve(name).resolve("src/main/resources"));
        Files.writeString(root.resolve(name).resolve("pom.xml"), """
                <project>
                    <parent>
                        <artifactId>carabiner-parent</artifactId>
                    </parent>
                    <artifactId>carabiner-%s</artifactId>
                    %s
                </project>
                """.formatted(name, more));
    }

    Path root() {
        return root;
    }

    /** A directory that comes first on the PATH. */
    Path programs() {
        return programs;
    }

    /** What Maven was started with, a line each time: JAVA_HOME and MAVEN_OPTS. */
    List<String> builds() throws IOException {
        return Files.readAllLines(temporary.resolve("builds"));
    }

    static void program(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/usr/bin/env bash\nset -e\n" + text);
        file.toFile().setExecutable(true);
    }

    /** Starts a command with nothing in its environment but HOME, PATH and these. */
    Process start(List<String> command, Path directory, Map<String, String> variables) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        Map<String, String> environment =
                new HashMap<>(Map.of("HOME", temporary.toString(), "PATH", programs + ":" + System.getenv("PATH")));
        environment.putAll(variables);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** The launcher with these words, behind a command that starts it. */
    Finished run(List<String> before, Map<String, String> variables, String... words) throws Exception {
        List<String> command = new ArrayList<>(before);
        command.add(root.resolve("carabiner").toString());
        command.addAll(List.of(words));
        return finished(start(command, temporary, variables));
    }

    static Finished finished(Process process) throws Exception {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Finished(process.exitValue(), out, err);
    }
}
