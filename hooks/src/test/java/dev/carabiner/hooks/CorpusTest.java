package dev.carabiner.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.engine.Engine;
import dev.carabiner.engine.Judge;
import dev.carabiner.engine.explain.PolicyVerdict;
import dev.carabiner.event.EventData;
import dev.carabiner.testkit.NeedsSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Lines that must not simply run, and lines that should, in the matrix format of scenarios: {@code src/test/resources/corpus}.
 * To add one, add a line there. They are judged by the default bundle as it is shipped, and never run.
 */
class CorpusTest {

    private static final Path CORPUS = Path.of("src/test/resources/corpus");
    private static final Path DEFAULT = Path.of("../cli/src/main/resources/dev/carabiner/bundles/default.yaml");

    @TempDir
    private Path directory;

    private Path work;

    @BeforeEach
    void set_up() throws Exception {
        work = Files.createDirectories(directory.resolve("work"));
        for (String place :
                List.of(".carabiner", ".git/hooks", "src/main", "build/classes", "scripts", ".venv/bin", "sub")) {
            Files.createDirectories(work.resolve(place));
        }
        for (String file : List.of("README.md", "a.txt", "b.txt", "src/a.txt", "scripts/build.sh", ".git/config")) {
            Files.writeString(work.resolve(file), "x\n");
        }
    }

    @Nested
    class Without_a_sandbox {

        @Test
        void none_of_the_dangerous_lines_runs_unasked() throws Exception {
            List<String> lines = lines("dangerous-", "stop");
            Map<PolicyVerdict, List<String>> verdicts = judged(lines, "off");
            show("dangerous", "without the sandbox", lines, verdicts);
            assertThat(lines).hasSizeGreaterThanOrEqualTo(800);
            assertThat(verdicts.get(PolicyVerdict.PASS)).isEmpty();
        }

        @Test
        void few_of_the_harmless_lines_are_asked_about_and_none_is_denied() throws Exception {
            few(8, "off", "without the sandbox");
        }
    }

    /** What passes here runs confined: that this does no harm is shown with real processes by the tests of the command. */
    @Nested
    @NeedsSandbox
    class With_a_sandbox {

        @BeforeEach
        void there_is_one() throws Exception {
            assertThat(isConfined())
                    .as("the default bundle confines commands here")
                    .isTrue();
        }

        @Test
        void nearly_all_dangerous_lines_are_still_stopped() throws Exception {
            List<String> lines = lines("dangerous-", "stop");
            Map<PolicyVerdict, List<String>> verdicts = judged(lines, "auto");
            show("dangerous", "in the sandbox", lines, verdicts);
            assertThat(100.0 * verdicts.get(PolicyVerdict.PASS).size() / lines.size())
                    .isLessThan(5);
        }

        @Test
        void hardly_any_harmless_line_is_asked_about() throws Exception {
            few(2, "auto", "in the sandbox");
        }

        private boolean isConfined() throws Exception {
            return judged(List.of("no-such-program-of-the-table"), "auto")
                            .get(PolicyVerdict.PASS)
                            .size()
                    == 1;
        }
    }

    private void few(double percent, String sandbox, String where) throws Exception {
        List<String> lines = lines("harmless-", "pass");
        Map<PolicyVerdict, List<String>> verdicts = judged(lines, sandbox);
        show("harmless", where, lines, verdicts);
        assertThat(lines).hasSizeGreaterThanOrEqualTo(400);
        assertThat(verdicts.get(PolicyVerdict.DENY)).isEmpty();
        assertThat(100.0 * verdicts.get(PolicyVerdict.ASK).size() / lines.size())
                .as("asked about: %s", verdicts.get(PolicyVerdict.ASK))
                .isLessThanOrEqualTo(percent);
    }

    private Map<PolicyVerdict, List<String>> judged(List<String> lines, String sandbox) throws Exception {
        Path bundle = Files.writeString(
                directory.resolve(sandbox + ".yaml"),
                Files.readString(DEFAULT).replace("\nsession:\n", "\nsession:\n  sandbox: \"" + sandbox + "\"\n"));
        Map<PolicyVerdict, List<String>> verdicts = new EnumMap<>(PolicyVerdict.class);
        Stream.of(PolicyVerdict.values()).forEach(verdict -> verdicts.put(verdict, new ArrayList<>()));
        try (Engine engine = Engine.load(bundle);
                Judge judge = engine.session("corpus", work).confinesTools().judge()) {
            for (String line : lines) {
                verdicts.get(judge.call("Bash", EventData.of("command", line)).verdict())
                        .add(line);
            }
        }
        return verdicts;
    }

    private static void show(String kind, String where, List<String> lines, Map<PolicyVerdict, List<String>> verdicts) {
        System.out.printf("%d %s lines %s:", lines.size(), kind, where);
        verdicts.forEach((verdict, those) -> System.out.printf(" %d %s", those.size(), verdict));
        System.out.println();
        if (Boolean.getBoolean("carabiner.corpus.verbose")) {
            verdicts.forEach((verdict, those) -> those.forEach(it -> System.out.println(verdict + " " + it)));
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
