package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.guard.verdict.CommandJudge;
import dev.carabiner.guard.verdict.CommandVerdict.Level;
import dev.carabiner.process.Command;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.testkit.NeedsSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The dangerous lines of the corpus that a confined session runs without asking: they are really run, and canaries outside, in
 * what is protected and in the workspace show that no harm was done.
 */
@NeedsSandbox
@Timeout(600)
class ConfinedCorpusTest {

    private static final Path CORPUS = Path.of("../hooks/src/test/resources/corpus");

    @TempDir
    private Path temporary;

    private final String realHome = System.getProperty("user.home");
    private Path around;
    private Path workspace;
    private Path home;

    @BeforeEach
    void makeDirectories() throws IOException {
        around = temporary.toRealPath();
        home = Files.createDirectories(around.resolve("home"));
        System.setProperty("user.home", home.toString());
        System.setProperty("carabiner.cache", around.resolve("cache").toString());
        write(home.resolve(".ssh/id_rsa"));
        write(home.resolve(".bashrc"));
        write(around.resolve("outside/canary"));
        workspace = around.resolve("work");
    }

    @AfterEach
    void restoreHome() {
        System.setProperty("user.home", realHome);
        System.clearProperty("carabiner.cache");
    }

    private static void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "alive\n");
    }

    private void makeWorkspace() throws IOException {
        for (String file : List.of(
                "README.md", "a.txt", "b.txt", "src/main/a.txt", "src/a.txt", "sub/b.txt", "scripts/build.sh")) {
            write(workspace.resolve(file));
        }
        for (String file : List.of(".env", "production/app.yaml", ".carabiner/bundle.yaml", ".git/hooks/pre-commit")) {
            write(workspace.resolve(file));
        }
        Files.writeString(workspace.resolve(".git/config"), "[core]\n\tbare = false\n");
    }

    /** Every file below, with its text. */
    private static Map<Path, String> files(Path directory) throws IOException {
        Map<Path, String> all = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                all.put(file, Files.readString(file));
            }
        }
        return all;
    }

    private Map<Path, String> protectedFiles() throws IOException {
        Map<Path, String> all = files(workspace.resolve(".carabiner"));
        all.putAll(files(workspace.resolve(".git/hooks")));
        all.putAll(files(workspace.resolve("production")));
        for (String name : List.of(".env", ".git/config")) {
            all.put(workspace.resolve(name), Files.readString(workspace.resolve(name)));
        }
        return all;
    }

    @Test
    void lines_that_run_unasked_harm_nothing_outside_nothing_protected_and_not_the_workspace() throws Exception {
        makeWorkspace();
        List<String> unasked = unasked();
        Path bundle = Files.writeString(around.resolve("bundle.yaml"), """
                bundle: {name: corpus, version: 1.0.0}
                session: {sandbox: required, network: off}
                hooks:
                  - module: production-guard
                """);
        Map<Path, String> outside = files(around.resolve("outside"));
        Map<Path, String> inHome = files(home);
        Map<Path, String> closed = protectedFiles();
        try (Engine engine = Engine.builder().policy(ManagedPolicy.none()).load(bundle);
                EngineSession session = engine.begin("s-1", workspace)) {
            CommandRunner runner =
                    CommandRunner.among(session.coordinator().collectContributions(CommandRunner.CHANNEL), true);
            for (String line : unasked) {
                runner.run(
                        Command.of(List.of("/bin/bash", "-c", line), workspace).limit(Duration.ofSeconds(5)));

                assertThat(files(around.resolve("outside"))).as(line).isEqualTo(outside);
                assertThat(files(home)).as(line).isEqualTo(inHome);
                assertThat(protectedFiles()).as(line).isEqualTo(closed);
                assertThat(files(workspace.resolve("src"))).as(line).isNotEmpty();
                assertThat(workspace.resolve("README.md")).as(line).exists();
            }
        }
        System.out.println(unasked.size() + " dangerous lines were run confined and harmed nothing");
    }

    private List<String> unasked() throws IOException {
        CommandJudge judge = new CommandJudge(new PathWords(Workspace.at(workspace), List.of(home)));
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(CORPUS)) {
            for (Path file : files.sorted().toList()) {
                if (file.getFileName().toString().startsWith("dangerous-")) {
                    collect(new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file)), lines);
                }
            }
        }
        lines.removeIf(line -> judge.judge(line).level().compareTo(Level.ASK) >= 0);
        return lines;
    }

    private static void collect(Object scenario, List<String> lines) {
        for (Object one : (List<?>) ((Map<?, ?>) scenario).get("cases")) {
            Map<?, ?> commands = (Map<?, ?>) ((Map<?, ?>) one).get("commands");
            ((List<?>) commands.get("stop")).forEach(line -> lines.add(String.valueOf(line)));
        }
    }
}
