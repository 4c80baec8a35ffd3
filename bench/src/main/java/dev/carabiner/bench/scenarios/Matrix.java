package dev.carabiner.bench.scenarios;

import dev.carabiner.engine.Engine;
import dev.carabiner.engine.Judge;
import dev.carabiner.engine.bundle.BundleLoader;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.explain.PolicyVerdict;
import dev.carabiner.event.EventData;
import dev.carabiner.scenarios.Scenarios;
import dev.carabiner.scenarios.TestReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The same commands twice: judged by a policy that is mounted, and as the lines of a scenario from the file to the report. */
final class Matrix {

    static final int LINES = 5_000;

    private static final List<String> PASSING = List.of(
            "git status --short src/%d",
            "ls -la src/%d", "cat notes%d.txt", "mvn -q test -Dtest=Case%d", "grep -rn TODO%d src");
    private static final String POLICY = "bundle: {name: bench, version: 1}\nhooks: [{module: shell-guard}]\n";

    private final Path directory;
    private final List<String> commands = new ArrayList<>();

    Matrix(Path directory) throws IOException {
        this.directory = directory;
        for (int i = 0; i < LINES; i++) {
            commands.add(PASSING.get(i % PASSING.size()).formatted(i));
        }
        Files.writeString(directory.resolve("policy.yaml"), POLICY);
        String lines = commands.stream().map(line -> "        - " + line).collect(Collectors.joining("\n"));
        Files.createDirectories(directory.resolve("scenarios"));
        Files.writeString(
                directory.resolve("scenarios/matrix.yaml"),
                "bundle: ../policy.yaml\ncases:\n  - name: m\n    commands:\n      pass:\n" + lines + "\n");
    }

    /** Judges each command, in ns: the hooks are mounted before. */
    long bare() {
        ModuleCatalog catalog = ModuleCatalog.installed();
        try (Engine engine = Engine.builder()
                        .catalog(catalog)
                        .with(new BundleLoader(catalog).load(directory.resolve("policy.yaml")));
                Judge judge = engine.session("bench", directory).confinesTools().judge()) {
            long began = System.nanoTime();
            for (String command : commands) {
                require(judge.call("Bash", EventData.of("command", command)).verdict() == PolicyVerdict.PASS, command);
            }
            return System.nanoTime() - began;
        }
    }

    /** Reads the file, mounts the hooks, judges each line and puts the report together, in ns. */
    long scenario() {
        long began = System.nanoTime();
        TestReport report =
                Scenarios.read(List.of(Path.of("scenarios")), directory).run(name -> true);
        long took = System.nanoTime() - began;
        require(report.passed() && report.cases().size() == LINES, "the scenario");
        return took;
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("It went otherwise: " + what);
        }
    }
}
