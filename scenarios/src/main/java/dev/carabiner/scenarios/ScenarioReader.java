package dev.carabiner.scenarios;

import dev.carabiner.engine.yaml.YamlException;
import dev.carabiner.engine.yaml.YamlReader;
import dev.carabiner.engine.yaml.YamlValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one file. Everything that is wrong with it is told, with its place; a file with a mistake is not used. */
final class ScenarioReader {

    /** A corpus of many thousand commands still fits. */
    private static final YamlReader.Limits LIMITS = new YamlReader.Limits(4 * 1024 * 1024, 200_000);

    private final Path path;
    private final String file;
    private final List<ScenarioProblem> problems;

    private ScenarioReader(Path path, String file, List<ScenarioProblem> problems) {
        this.path = path;
        this.file = file;
        this.problems = problems;
    }

    /** Reads a file; null if it cannot be used, and then the problems say why. */
    static @Nullable Scenario read(Path path, String file, List<ScenarioProblem> problems) {
        int before = problems.size();
        try (InputStream in = Files.newInputStream(path)) {
            YamlValue root = YamlReader.read(in.readNBytes(LIMITS.bytes() + 1), LIMITS);
            if (root instanceof YamlValue.Fields fields) {
                Scenario read = new ScenarioReader(path, file, problems)
                        .scenario(new Part(file, "the scenario", fields, problems));
                return problems.size() == before ? read : null;
            }
            problems.add(new ScenarioProblem(
                    Mark.of(file, root), "this is " + root.kind() + "; expected a scenario, which has the key cases"));
        } catch (YamlException e) {
            problems.add(new ScenarioProblem(new Mark(file, e.line(), e.column()), String.valueOf(e.getMessage())));
        } catch (IOException e) {
            problems.add(new ScenarioProblem(
                    new Mark(file, 1, 1),
                    "the file cannot be read: " + e.getClass().getSimpleName()));
        }
        return null;
    }

    private Scenario scenario(Part root) {
        root.only("scenario", "bundle", "hooks", "session", "clock", "files", "calls", "cases");
        Map<String, Scenario.Operation> calls = calls(root.object("calls"));
        CaseReader reader = new CaseReader(file, calls, problems);
        List<Scenario.Case> cases = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlValue item : root.items("cases")) {
            Part part = root.object("a case", item);
            Scenario.Case read = part == null ? null : reader.read(part);
            if (read != null && !names.add(read.name())) {
                root.problem(read.at(), "the case \"" + read.name() + "\" is there twice; expected a name of its own");
            } else if (read != null) {
                cases.add(read);
            }
        }
        if (cases.isEmpty() && problems.isEmpty()) {
            root.missing("cases", "a list of them, as in cases: [{name: …, call: …, expect: {action: deny}}]");
        }
        return new Scenario(
                path,
                file,
                root.text("scenario", file),
                bundle(root),
                root.at("bundle"),
                overlay(root),
                clock(root),
                files(root),
                cases);
    }

    /** The default one, unless another is named or the hooks stand in place. */
    private static String bundle(Part root) {
        String named = root.text("bundle");
        if (named != null && named.isBlank()) {
            root.problem(root.at("bundle"), "bundle is empty; expected a file, or the name of a built-in bundle");
        }
        return named != null ? named : root.has("hooks") ? "" : "default";
    }

    private static YamlValue.Fields overlay(Part root) {
        List<YamlValue.Field> said = root.fields().fields().stream()
                .filter(field -> field.key().equals("session") || field.key().equals("hooks"))
                .toList();
        return new YamlValue.Fields(said, root.fields().line());
    }

    private static @Nullable Instant clock(Part root) {
        String text = root.text("clock");
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            root.problem(root.at("clock"), "clock is \"" + text + "\"; expected a time, as in 2026-11-16T09:00:00Z");
            return null;
        }
    }

    /** Names stay inside the directory that they are for. */
    private static Map<String, String> files(Part root) {
        Map<String, String> files = root.textsByName("files");
        Part part = files.isEmpty() ? null : root.object("files");
        for (String name : files.keySet()) {
            Path relative = Path.of(name);
            if (part != null && (relative.isAbsolute() || relative.normalize().startsWith("..") || name.isBlank())) {
                part.problem(
                        part.at(name), "files names \"" + name + "\"; expected a relative name, inside the directory");
            }
        }
        return files;
    }

    private Map<String, Scenario.Operation> calls(@Nullable Part part) {
        Map<String, Scenario.Operation> calls = new HashMap<>();
        if (part != null) {
            for (YamlValue.Field field : part.fields().fields()) {
                Part call = part.object("the call " + field.key(), field.value());
                Scenario.Operation read = call == null
                        ? null
                        : CaseReader.operation(call.only("tool", "input", "event", "data"), Map.of());
                if (read != null) {
                    calls.put(field.key(), read);
                }
            }
        }
        return calls;
    }
}
