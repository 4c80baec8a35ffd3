package dev.carabiner.scenarios;

import dev.carabiner.display.Throwables;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.Judge;
import dev.carabiner.engine.SessionException;
import dev.carabiner.engine.explain.Explanation;
import dev.carabiner.runtime.agent.AgentCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The scenarios of some files and directories. Reading finds every mistake before anything is put before a policy. */
public final class Scenarios {

    private static final int MOST_FILES = 10_000;

    private final List<Scenario> all;
    private final Supplier<Modules> modules;

    private Scenarios(List<Scenario> all, Supplier<Modules> modules) {
        this.all = all;
        this.modules = modules;
    }

    /**
     * Reads files, and all {@code .yaml} and {@code .yml} files below directories, in alphabetical order. Policies are made
     * of the installed modules.
     *
     * @param base what relative paths are relative to, and what names in messages are
     * @throws ScenarioException with everything that is wrong with the files, or if one is not there
     */
    public static Scenarios read(List<Path> paths, Path base) {
        return read(paths, base, Modules::installed);
    }

    /** The same with modules of your own, for tests of a hook module. */
    public static Scenarios read(List<Path> paths, Path base, AgentCatalog catalog) {
        return read(paths, base, () -> Modules.of(catalog));
    }

    private static Scenarios read(List<Path> paths, Path base, Supplier<Modules> modules) {
        List<ScenarioProblem> problems = new ArrayList<>();
        List<Scenario> all = new ArrayList<>();
        for (Path path : paths) {
            for (Path file : files(base.resolve(path).normalize(), path, problems)) {
                Scenario scenario = ScenarioReader.read(file, name(file, base), problems);
                if (scenario != null) {
                    all.add(scenario);
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
        return new Scenarios(List.copyOf(all), modules);
    }

    private static String name(Path file, Path base) {
        Path absolute = file.toAbsolutePath().normalize();
        Path root = base.toAbsolutePath().normalize();
        return absolute.startsWith(root) ? root.relativize(absolute).toString() : absolute.toString();
    }

    private static List<Path> files(Path place, Path typed, List<ScenarioProblem> problems) {
        if (Files.isRegularFile(place)) {
            return List.of(place);
        }
        if (!Files.isDirectory(place)) {
            problems.add(new ScenarioProblem(
                    new Mark(typed.toString(), 1, 1),
                    "there is no such file or directory; expected scenarios in YAML"));
            return List.of();
        }
        try {
            Path real = place.toRealPath(); // a link that was named is followed; those below it are not
            try (Stream<Path> found = Files.walk(real)) {
                List<Path> files = found.filter(file -> !Files.isDirectory(file))
                        .filter(file -> file.toString().endsWith(".yaml")
                                || file.toString().endsWith(".yml"))
                        .sorted()
                        .limit(MOST_FILES + 1L)
                        .map(file -> place.resolve(real.relativize(file)))
                        .toList();
                if (files.size() > MOST_FILES) {
                    problems.add(new ScenarioProblem(
                            new Mark(typed.toString(), 1, 1),
                            "there are too many files below; expected at most " + MOST_FILES));
                }
                return files;
            }
        } catch (IOException | UncheckedIOException e) {
            problems.add(new ScenarioProblem(
                    new Mark(typed.toString(), 1, 1),
                    "cannot be looked into: " + e.getMessage() + "; expected a directory that can be read"));
            return List.of();
        }
    }

    /** How many files there are. */
    public int size() {
        return all.size();
    }

    /**
     * Puts every case before its policy and waits for the last one. No tool is run but in conversations.
     *
     * @param filter which cases, by file, case, group and command, joined by {@code ›}
     * @throws ScenarioException if a bundle cannot be used; nothing has been tested then
     */
    public TestReport run(Predicate<String> filter) {
        long began = System.nanoTime();
        List<TestReport.Ran> ran = new ArrayList<>();
        if (!all.isEmpty()) {
            Modules known = modules.get();
            List<ScenarioProblem> problems = new ArrayList<>();
            for (ScenarioRun run : prepared(known, filter)) {
                try {
                    ran.add(run.run());
                } catch (ScenarioException e) {
                    problems.addAll(e.problems());
                }
            }
            if (!problems.isEmpty()) {
                throw new ScenarioException(problems);
            }
        }
        return new TestReport(ran, Duration.ofNanos(System.nanoTime() - began));
    }

    private List<ScenarioRun> prepared(Modules known, Predicate<String> filter) {
        List<ScenarioRun> runs = new ArrayList<>();
        List<ScenarioProblem> problems = new ArrayList<>();
        for (Scenario scenario : all) {
            try {
                runs.add(new ScenarioRun(scenario, known, filter));
            } catch (ScenarioException e) {
                problems.addAll(e.problems());
            } catch (SessionException e) {
                problems.add(new ScenarioProblem(scenario.bundleAt(), Throwables.inWords(e)));
            }
        }
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
        return runs;
    }

    /**
     * Explains what the policy says about the operation that stands at a line of the only file.
     *
     * @param column which one, where several stand at the line; 0 for the first
     * @return null if no operation stands there
     */
    public @Nullable Explanation explain(int line, int column) {
        for (Scenario scenario : all) {
            Scenario.Operation operation = at(scenario, line, column);
            if (operation != null) {
                return explain(scenario, operation);
            }
        }
        return null;
    }

    private static Scenario.@Nullable Operation at(Scenario scenario, int line, int column) {
        for (Scenario.Case each : scenario.cases()) {
            if (each instanceof Scenario.MatrixCase matrix) {
                for (Scenario.Line command : matrix.lines()) {
                    if (isAt(command.at(), line, column)) {
                        return command.operation();
                    }
                }
            } else if (each instanceof Scenario.CallCase call && isAt(call.at(), line, column)) {
                return call.operation();
            }
        }
        return null;
    }

    private static boolean isAt(Mark at, int line, int column) {
        return at.line() == line && (column == 0 || at.column() == column);
    }

    private Explanation explain(Scenario scenario, Scenario.Operation operation) {
        Modules known = modules.get();
        TestClock clock = TestClock.at(scenario.clock());
        try (Workplace place = Workplace.with(scenario.files());
                Engine engine = PolicyUnderTest.engine(known.hooks(), clock, PolicyUnderTest.newWarnings())
                        .with(new PolicyUnderTest(scenario).bundle(known.hooks()));
                Judge judge = engine.session("scenario", place.directory())
                        .captureOutput()
                        .confinesTools()
                        .judge()) {
            return judge.explain(operation.event(), operation.data());
        }
    }
}
