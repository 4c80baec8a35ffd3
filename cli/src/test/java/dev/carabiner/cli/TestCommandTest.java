package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.session.HookModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** {@code carabiner test}. */
class TestCommandTest extends TypedCommands {

    private static final String HOOKS = "hooks: [{module: shell-guard}]\n";

    private void scenario(String text) throws Exception {
        Files.createDirectories(project.resolve("scenarios"));
        Files.writeString(project.resolve("scenarios/it.yaml"), text);
    }

    @Nested
    class The_exit_code {

        @Test
        void is_0_if_all_passed() throws Exception {
            scenario(HOOKS + "cases: [{name: m, commands: {deny: ['rm -rf /'], pass: [ls]}}]\n");

            assertThat(carabiner("test", "scenarios")).as(err()).isZero();
            assertThat(out()).contains("2 passed, 0 failed · all 1 hooks reached");
        }

        @Test
        void is_1_if_one_failed() throws Exception {
            scenario(HOOKS + "cases: [{name: m, commands: {pass: ['rm -rf /']}}]\n");

            assertThat(carabiner("test", "scenarios")).isEqualTo(1);
            assertThat(out())
                    .contains("✗ m › pass › rm -rf /")
                    .contains("expected  pass")
                    .contains("was       deny   by shell-guard")
                    .contains("because   shell-guard:")
                    .contains("to mend   carabiner explain tool:pre --case scenarios/it.yaml:2");
        }

        @Test
        void is_2_for_a_mistake_in_a_file() throws Exception {
            scenario(HOOKS + "cases: [{name: m, comands: {pass: [ls]}}]\n");

            assertThat(carabiner("test", "scenarios")).isEqualTo(2);
            assertThat(err())
                    .contains("scenarios/it.yaml:2:19: a case has the unknown key \"comands\"")
                    .contains("nothing was tested");
            assertThat(out()).isEmpty();
        }

        @Test
        void is_2_for_wrong_usage() throws Exception {
            assertThat(carabiner("test")).isEqualTo(2);
            assertThat(carabiner("test", "nope")).isEqualTo(2);
            scenario(HOOKS + "cases: [{name: m, commands: {pass: [ls]}}]\n");
            assertThat(carabiner("test", "scenarios", "--filter", "no such case"))
                    .isEqualTo(2);
            assertThat(carabiner("test", "scenarios", "--junit", "no/such/place.xml"))
                    .isEqualTo(2);
            assertThat(err()).contains("--junit", "no/such/place.xml", "expected a file in a directory that is there");
        }

        @Test
        void of_an_empty_directory_is_0_and_says_so() {
            assertThat(carabiner("test", ".")).isZero();
            assertThat(err()).contains("There is no scenario in .");
        }
    }

    @Nested
    class Reports {

        @Test
        void are_JSON_and_XML() throws Exception {
            scenario(HOOKS + "cases: [{name: m, commands: {pass: ['rm -rf /', ls], todo_deny: [cat x]}}]\n");

            assertThat(carabiner("test", "scenarios", "--json", "--junit", "junit.xml"))
                    .isEqualTo(1);
            EventData json = EventDataJson.read(out());
            assertThat(json.get("passed")).isEqualTo(1);
            assertThat(json.get("failed")).isEqualTo(1);
            assertThat(json.get("open")).isEqualTo(1);
            assertThat((List<?>) json.get("cases")).hasSize(3);
            assertThat(Files.readString(project.resolve("junit.xml"))).contains("failures=\"1\"");
        }
    }

    @Nested
    class An_update {

        private static final String CASE = "cases:\n  - name: x\n    tool: Bash\n    input: {command: rm -rf /}\n"
                + "    expect: {action: continue, by: 'nobody'} # as it should be\n";

        @Test
        void writes_what_was_after_a_yes() throws Exception {
            scenario(HOOKS + CASE);
            typed = "y\n";

            assertThat(carabiner("test", "scenarios", "--update")).isEqualTo(1);
            assertThat(Files.readString(project.resolve("scenarios/it.yaml")))
                    .contains("expect: {action: deny, by: shell-guard} # as it should be");
            assertThat(carabiner("test", "scenarios")).isZero();
        }

        @Test
        void writes_nothing_without_one_and_never_in_CI() throws Exception {
            scenario(HOOKS + CASE);
            typed = "n\n";
            carabiner("test", "scenarios", "--update");
            environment.put("CI", "true");
            typed = "y\n";

            assertThat(carabiner("test", "scenarios", "--update")).isEqualTo(2);
            assertThat(Files.readString(project.resolve("scenarios/it.yaml"))).isEqualTo(HOOKS + CASE);
        }
    }

    @Test
    void a_line_is_explained_by_its_place() throws Exception {
        scenario(HOOKS + "cases: [{name: m, commands: {deny: ['rm -rf /']}}]\n");

        assertThat(carabiner("explain", "tool:pre", "--case", "scenarios/it.yaml:2"))
                .isZero();
        assertThat(out()).startsWith("DENY   tool:pre");
        assertThat(carabiner("explain", "tool:pre", "--case", "scenarios/it.yaml:1"))
                .isEqualTo(2);
        assertThat(carabiner("explain", "tool:pre", "--case", "scenarios/it.yaml"))
                .isEqualTo(2);
        assertThat(carabiner("explain", "tool:post", "--case", "scenarios/it.yaml:2"))
                .isEqualTo(2);
        assertThat(carabiner("explain", "tool:pre", "--case", "scenarios/it.yaml:2", "--data", "{}"))
                .isEqualTo(2);
    }

    private static String folder(String name) {
        return Path.of("..", name).toAbsolutePath().normalize().toString();
    }

    /** Each module that comes with the program, the default bundle, and the bundles of the examples. */
    @Test
    void the_shipped_hooks_and_examples_do_what_their_scenarios_say() throws Exception {
        assertThat(carabiner("test", folder("hooks/src/test/scenarios"), folder("examples/scenarios"), "--json"))
                .as(out() + err())
                .isZero();
        EventData json = EventDataJson.read(out());
        assertThat((List<?>) json.get("never_reached"))
                .as("the rest of a file for another agent's hooks is about other events")
                .allMatch(it -> it.toString().startsWith("claude:"));
    }

    @Test
    void each_module_that_is_installed_is_in_some_scenario_of_ours() throws Exception {
        StringBuilder texts = new StringBuilder();
        for (String place : List.of("hooks/src/test/scenarios", "examples/scenarios", "examples/bundles")) {
            try (Stream<Path> files = Files.list(Path.of(folder(place)))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    texts.append(Files.readString(file));
                }
            }
        }
        assertThat(ModuleCatalog.installed().hooks())
                .extracting(HookModule::name)
                .hasSizeGreaterThan(10)
                .allMatch(name -> texts.indexOf(name) >= 0);
    }
}
