package dev.carabiner.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.guard.verdict.CommandJudge;
import dev.carabiner.guard.verdict.CommandVerdict;
import dev.carabiner.guard.verdict.CommandVerdict.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Lines that must not simply run, and lines that should, in the matrix format of scenarios: {@code src/test/resources/corpus}.
 * To add one, add a line there.
 */
class CorpusTest {

    private static final Path CORPUS = Path.of("src/test/resources/corpus");

    @TempDir
    private Path directory;

    private CommandJudge judge;

    @BeforeEach
    void set_up() throws Exception {
        Path home = Files.createDirectories(directory.resolve("home/.ssh")).getParent();
        Path work = Files.createDirectories(directory.resolve("work"));
        for (String place :
                List.of(".carabiner", ".git/hooks", "src/main", "build/classes", "scripts", ".venv/bin", "sub")) {
            Files.createDirectories(work.resolve(place));
        }
        for (String file : List.of("README.md", "a.txt", "b.txt", "src/a.txt", "scripts/build.sh", ".git/config")) {
            Files.writeString(work.resolve(file), "x\n");
        }
        judge = new CommandJudge(new PathWords(Workspace.at(work), List.of(home)));
    }

    @Test
    void none_of_the_dangerous_lines_runs_unasked() throws Exception {
        List<String> lines = lines("dangerous-", "stop");
        Map<Level, List<String>> verdicts = judged(lines);
        show("dangerous", lines, verdicts);
        assertThat(lines).hasSizeGreaterThanOrEqualTo(800);
        assertThat(verdicts.get(Level.PASS)).isEmpty();
    }

    @Test
    void few_of_the_harmless_lines_are_asked_about_and_none_is_denied() throws Exception {
        List<String> lines = lines("harmless-", "pass");
        Map<Level, List<String>> verdicts = judged(lines);
        show("harmless", lines, verdicts);
        int asked = verdicts.get(Level.ASK).size();
        assertThat(lines).hasSizeGreaterThanOrEqualTo(400);
        assertThat(verdicts.get(Level.DENY)).isEmpty();
        assertThat(100.0 * asked / lines.size())
                .as("asked about in the sandbox: %s", verdicts.get(Level.ASK))
                .isLessThanOrEqualTo(2);
        assertThat(100.0 * (asked + verdicts.get(Level.UNKNOWN).size()) / lines.size())
                .as("asked about without it: %s", verdicts.get(Level.UNKNOWN))
                .isLessThanOrEqualTo(8);
    }

    private Map<Level, List<String>> judged(List<String> lines) {
        Map<Level, List<String>> verdicts = new EnumMap<>(Level.class);
        Stream.of(Level.values()).forEach(level -> verdicts.put(level, new ArrayList<>()));
        for (String line : lines) {
            CommandVerdict verdict = judge.judge(line);
            verdicts.get(verdict.level()).add(line + " # " + verdict.why());
        }
        return verdicts;
    }

    private static void show(String kind, List<String> lines, Map<Level, List<String>> verdicts) {
        System.out.printf("%d %s lines:", lines.size(), kind);
        verdicts.forEach((level, those) -> System.out.printf(" %d %s", those.size(), level));
        System.out.println();
        if (Boolean.getBoolean("carabiner.corpus.verbose")) {
            verdicts.forEach((level, those) -> those.forEach(it -> System.out.println(level + " " + it)));
        }
    }

    private static List<String> lines(String prefix, String kind) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(CORPUS)) {
            for (Path file : files.sorted().toList()) {
                if (file.getFileName().toString().startsWith(prefix)) {
                    collect(
                            new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file)),
                            kind,
                            lines);
                }
            }
        }
        return lines;
    }

    private static void collect(Object scenario, String kind, List<String> lines) {
        for (Object one : (List<?>) ((Map<?, ?>) scenario).get("cases")) {
            Map<?, ?> commands = (Map<?, ?>) ((Map<?, ?>) one).get("commands");
            ((List<?>) commands.get(kind)).forEach(line -> lines.add(String.valueOf(line)));
        }
    }
}
