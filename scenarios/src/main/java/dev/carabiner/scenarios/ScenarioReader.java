package dev.carabiner.scenarios;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.engine.bundle.NearMiss;
import dev.carabiner.engine.yaml.YamlException;
import dev.carabiner.engine.yaml.YamlReader;
import dev.carabiner.engine.yaml.YamlValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one file. Everything that is wrong with it is told, with its place; a file with a mistake is not used. */
final class ScenarioReader {

    /** A corpus of many thousand commands still fits. */
    private static final YamlReader.Limits LIMITS = new YamlReader.Limits(4 * 1024 * 1024, 200_000);

    private static final Pattern SAYS_WHAT = Pattern.compile("\\bexpected\\b");

    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_PATH = 1_000;

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
        if (Files.exists(path) && !Files.isRegularFile(path)) { // reading a pipe would never end
            problems.add(new ScenarioProblem(new Mark(file, 1, 1), "this is no file; expected a scenario in YAML"));
            return null;
        }
        try (InputStream in = Files.newInputStream(path)) {
            return read(in.readNBytes(LIMITS.bytes() + 1), path, file, problems);
        } catch (IOException e) {
            problems.add(new ScenarioProblem(
                    new Mark(file, 1, 1),
                    "the file cannot be read (" + e.getClass().getSimpleName() + "); expected a scenario in YAML"));
            return null;
        }
    }

    /** Reads what a file is to hold; the problems say what is wrong with it. */
    static void check(byte[] content, String file, List<ScenarioProblem> problems) {
        read(content, Path.of(file), file, problems);
    }

    private static @Nullable Scenario read(byte[] content, Path path, String file, List<ScenarioProblem> problems) {
        int before = problems.size();
        try {
            YamlValue root = YamlReader.read(content, LIMITS);
            if (root instanceof YamlValue.Fields fields) {
                Scenario read = new ScenarioReader(path, file, problems)
                        .scenario(new ScenarioObject(file, "the scenario", fields, problems));
                return problems.size() == before ? read : null;
            }
            problems.add(new ScenarioProblem(
                    Mark.of(file, root), "this is " + root.kind() + "; expected a scenario, which has the key cases"));
        } catch (YamlException e) {
            String wrong = String.valueOf(e.getMessage());
            String expected = SAYS_WHAT.matcher(wrong).find() ? "" : "; expected a scenario in YAML";
            problems.add(new ScenarioProblem(new Mark(file, e.line(), e.column()), wrong + expected));
        }
        return null;
    }

    private Scenario scenario(ScenarioObject root) {
        int before = problems.size();
        root.only("scenario", "bundle", "hooks", "session", "clock", "files", "calls", "cases");
        Map<String, Scenario.Operation> calls = calls(root.object("calls"));
        CaseReader reader = new CaseReader(file, calls, problems);
        List<Scenario.Case> cases = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlValue item : root.items("cases")) {
            ScenarioObject part = root.object("a case", item);
            Scenario.Case read = part == null ? null : reader.read(part);
            if (read != null && !names.add(read.name())) {
                root.problem(read.at(), "the case \"" + read.name() + "\" is there twice; expected a name of its own");
            } else if (read != null) {
                cases.add(read);
            }
        }
        if (cases.isEmpty() && problems.size() == before) {
            root.missing("cases", "a list of them, as in cases: [{name: …, call: …, expect: {action: deny}}]");
        }
        return new Scenario(
                path,
                file,
                title(root),
                bundle(root),
                root.at("bundle"),
                overlay(root),
                clock(root),
                files(root),
                cases);
    }

    private String title(ScenarioObject root) {
        String title = root.text("scenario", file);
        if (title.isBlank()) {
            root.problem(root.at("scenario"), "scenario is empty; expected a few words that say what it is about");
        }
        return title;
    }

    /** The default one, unless another is named or the hooks stand in place. */
    private static String bundle(ScenarioObject root) {
        if (isInPlace(root)) {
            return "";
        }
        String named = root.text("bundle", "default");
        if (named.isBlank()) {
            root.problem(root.at("bundle"), "bundle is empty; expected a file, or the name of a built-in bundle");
        }
        return named;
    }

    private static boolean isInPlace(ScenarioObject root) {
        return root.has("bundle") ? root.value("bundle") instanceof YamlValue.Fields : root.has("hooks");
    }

    /** What the file says itself, also where it stands below {@code bundle} in place of a name. */
    private static YamlValue.Fields overlay(ScenarioObject root) {
        List<YamlValue.Field> said = new ArrayList<>(root.fields().fields());
        if (root.value("bundle") instanceof YamlValue.Fields own) {
            new ScenarioObject(root.file(), "bundle", own, root.problems()).only("hooks", "session");
            own.fields().stream().filter(field -> !root.has(field.key())).forEach(said::add);
            own.fields().stream()
                    .filter(field -> root.has(field.key()))
                    .forEach(field -> root.problem(
                            Mark.of(root.file(), field), field.key() + " is there twice; expected it once"));
        }
        said.removeIf(field -> !field.key().equals("session") && !field.key().equals("hooks"));
        said.stream()
                .filter(field -> field.value().plain() == null)
                .forEach(field -> root.problem(
                        Mark.of(root.file(), field.value()),
                        field.key() + " is nothing; expected "
                                + (field.key().equals("hooks") ? "a list of modules" : "an object")));
        boolean isEmpty = said.stream()
                .noneMatch(field -> field.key().equals("hooks")
                        && !(field.value() instanceof YamlValue.Items items
                                && items.values().isEmpty()));
        if (isInPlace(root) && isEmpty) {
            root.problem(root.at("hooks"), "the policy has no hook; expected hooks: [{module: NAME}], or a bundle");
        }
        return new YamlValue.Fields(said, root.fields().line());
    }

    private static @Nullable Instant clock(ScenarioObject root) {
        String text = root.text("clock");
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            root.problem(root.at("clock"), "clock is \"" + text + "\"; expected a time, as in 2026-11-16T09:00:00Z");
            return null;
        }
    }

    /** Names stay inside the directory that they are for, and none is below another one. */
    private static Map<String, String> files(ScenarioObject root) {
        Map<String, String> files = root.textsByName("files");
        ScenarioObject part = files.isEmpty() ? null : root.object("files");
        Set<Path> taken = new HashSet<>();
        for (String name : files.keySet()) {
            if (part != null && !isInside(name)) {
                part.problem(
                        part.keyAt(name),
                        "files names " + NearMiss.quoted(name) + "; expected a relative name, inside the directory");
            } else if (part != null && !taken.add(Path.of(name).normalize())) {
                part.problem(part.keyAt(name), "files names " + NearMiss.quoted(name) + " twice; expected it once");
            }
        }
        for (String name : files.keySet()) {
            if (part != null && isInside(name) && parents(name).anyMatch(taken::contains)) {
                part.problem(
                        part.keyAt(name),
                        "files names " + NearMiss.quoted(name) + " below another file; expected a directory there");
            }
        }
        return files;
    }

    static boolean isInside(String name) {
        try {
            Path path = Path.of(name);
            boolean isLong = Stream.of(name.split("/")).anyMatch(it -> it.getBytes(UTF_8).length > LONGEST_NAME);
            Path plain = path.normalize();
            return !path.isAbsolute()
                    && !plain.startsWith("..")
                    && !plain.toString().isBlank()
                    && !name.endsWith("/")
                    && !isLong
                    && name.length() <= LONGEST_PATH;
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static Stream<Path> parents(String name) {
        return Stream.iterate(Path.of(name).normalize().getParent(), Objects::nonNull, Path::getParent);
    }

    private Map<String, Scenario.Operation> calls(@Nullable ScenarioObject part) {
        Map<String, Scenario.Operation> calls = new HashMap<>();
        if (part != null) {
            for (YamlValue.Field field : part.fields().fields()) {
                ScenarioObject call = part.object("the call " + field.key(), field.value());
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
