package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.Judge;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.engine.explain.PolicyVerdict;
import dev.carabiner.event.EventData;
import dev.carabiner.process.Command;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.process.Finished;
import dev.carabiner.testkit.NeedsSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The dangerous lines of the corpus that the default bundle lets a confined session run without asking: each is really run, in
 * a project where what it names exists and attacks, and canaries outside, in what is protected and in the workspace show that no
 * harm was done.
 */
@NeedsSandbox
@Timeout(600)
class ConfinedCorpusTest {

    private static final Path CORPUS = Path.of("../hooks/src/test/resources/corpus");
    private static final Pattern MISSING = Pattern.compile("(?m): ([A-Za-z0-9_.+-]+): command not found$");
    private static final Path DEFAULT = Path.of("src/main/resources/dev/carabiner/bundles/default.yaml");

    /** Not in the system's temporary directory, which commands do not see: here they see what is around, and cannot change it. */
    @TempDir(factory = InTarget.class)
    private Path temporary;

    private final String realHome = System.getProperty("user.home");
    private AttackedProject project;

    @BeforeEach
    void makeProject() throws Exception {
        project = new AttackedProject(temporary.toRealPath());
        project.renew();
        System.setProperty("user.home", project.home().toString());
        System.setProperty("carabiner.cache", temporary.resolve("cache").toString());
    }

    @AfterEach
    void restoreHome() {
        System.setProperty("user.home", realHome);
        System.clearProperty("carabiner.cache");
    }

    @Test
    void lines_that_run_unasked_harm_nothing_outside_nothing_protected_and_not_the_workspace() throws Exception {
        Map<String, String> before = project.canaries();
        List<String> attacked = new ArrayList<>();
        List<String> notFound = new ArrayList<>();
        try (Engine engine = Engine.builder().policy(ManagedPolicy.none()).load(bundle())) {
            List<String> unasked = unasked(engine);
            try (EngineSession session =
                    engine.session("s-1", project.workspace()).confinesTools().begin()) {
                CommandRunner runner =
                        CommandRunner.among(session.coordinator().collectContributions(CommandRunner.CHANNEL), true);
                for (String line : unasked) {
                    Finished finished = run(line, runner, before);
                    Matcher missing = MISSING.matcher(finished.output());
                    if (missing.find()) {
                        project.standInFor(missing.group(1));
                        finished = run(line, runner, before);
                        assertThat(finished.output()).as(line).doesNotContain("command not found");
                    }
                    if (finished.output().contains("this-was-run")) {
                        attacked.add(line);
                    }
                    if (finished.exitCode() == 127) {
                        notFound.add(line);
                    }
                }
            }
            System.out.println(unasked.size() + " dangerous lines were run confined and harmed nothing; in "
                    + attacked.size() + " of them the attacking program was started, in " + notFound.size()
                    + " the sandbox hides what they name: " + notFound);
        }
        assertThat(attacked).as("lines in which the attack was really started").hasSizeGreaterThan(10);
    }

    private Finished run(String line, CommandRunner runner, Map<String, String> before) throws Exception {
        project.renew();
        Finished finished = runner.run(command(line));
        assertThat(project.canaries()).as(line).isEqualTo(before);
        return finished;
    }

    private Command command(String line) {
        Map<String, String> environment = new HashMap<>(Map.of(
                "PATH",
                project.standIns() + ":/usr/local/bin:/usr/bin:/bin",
                "HOME",
                project.home().toString(),
                "PERL5LIB",
                "."));
        return Command.of(List.of("/bin/bash", "-c", line), project.workspace())
                .environment(environment)
                .limit(Duration.ofSeconds(10));
    }

    /** As it is shipped, but that there must be a sandbox and that nothing goes to the network from a test. */
    private Path bundle() throws IOException {
        return Files.writeString(
                temporary.resolve("bundle.yaml"),
                Files.readString(DEFAULT)
                        .replace(
                                "\nsession:\n",
                                "\nsession:\n  sandbox: required\n  network: \"off\"\n  sandbox_shows: [~/"
                                        + AttackedProject.SHOWN + "]\n"));
    }

    private List<String> unasked(Engine engine) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(CORPUS)) {
            for (Path file : files.sorted().toList()) {
                if (file.getFileName().toString().startsWith("dangerous-")) {
                    collect(new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file)), lines);
                }
            }
        }
        List<String> passed = new ArrayList<>();
        try (Judge judge =
                engine.session("corpus", project.workspace()).confinesTools().judge()) {
            for (String line : lines) {
                if (judge.call("Bash", EventData.of("command", line)).verdict() == PolicyVerdict.PASS) {
                    passed.add(line);
                }
            }
        }
        System.out.printf(
                "%d dangerous lines in the sandbox: %d asked about or denied, %d run confined%n",
                lines.size(), lines.size() - passed.size(), passed.size());
        return passed;
    }

    private static void collect(Object scenario, List<String> lines) {
        for (Object one : (List<?>) ((Map<?, ?>) scenario).get("cases")) {
            Map<?, ?> commands = (Map<?, ?>) ((Map<?, ?>) one).get("commands");
            ((List<?>) commands.get("stop")).forEach(line -> lines.add(String.valueOf(line)));
        }
    }
}
