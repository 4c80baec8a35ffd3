package dev.carabiner.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A file with a mistake is never used: the mistake is told with file, line, column and what was expected. */
class ScenarioMistakesTest extends WrittenScenarios {

    private static final String HOOKS = "hooks: [{module: guard}]\n";
    private static final String CASE = HOOKS + "cases:\n  - name: x\n    tool: Bash\n    expect: {action: deny}\n";

    private static Arguments mistake(String text, String where, String what) {
        return Arguments.of(text, where, what);
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake("", "1:1", "the file is empty"),
                mistake("- a\n", "1:1", "expected a scenario"),
                mistake("cases: [\n", "2:1", "this is not YAML"),
                mistake("a: 1\na: 2\n", "2:1", "is there twice"),
                mistake(CASE + "cases_: []\n", "6:1", "unknown key \"cases_\"; expected bundle, calls, cases"),
                mistake(HOOKS, "1:1", "has no cases"),
                mistake(HOOKS + "cases: none\n", "2:8", "cases is text; expected a list"),
                mistake(HOOKS + "cases: [x]\n", "2:9", "a case is text; expected an object"),
                mistake(CASE + "clock: yesterday\n", "6:8", "expected a time, as in 2026-11-16T09:00:00Z"),
                mistake(CASE + "files: {/etc/x: a}\n", "6:17", "expected a relative name"),
                mistake(CASE + "files: {../x: a}\n", "6:15", "expected a relative name"),
                mistake(CASE + "files: [a]\n", "6:8", "files is a list; expected an object"),
                mistake(CASE + "bundle: no-such\n", "6:9", "there is no built-in bundle"),
                mistake(CASE + "bundle: ./nope.yaml\n", "6:9", "there is no file"),
                mistake(CASE + "session: {max_rounds: many}\n", "6:1", "expected a whole number"),
                mistake(CASE + "session: {no_such_key: 1}\n", "6:1", "unknown key"),
                mistake("hooks: [{module: gard}]\n" + CASE.substring(HOOKS.length()), "1:1", "gard"),
                mistake(HOOKS + "cases: [{tool: Bash, expect: {action: deny}}]\n", "2:9", "has no name"),
                mistake(CASE + "  - {name: x, tool: Bash, expect: {action: deny}}\n", "6:5", "is there twice"),
                mistake(HOOKS + "cases: [{name: x, tool: Bash}]\n", "2:9", "has no expect"),
                mistake(
                        HOOKS + "cases: [{name: x, expect: {action: deny}}]\n",
                        "2:9",
                        "has no call; expected call: NAME"),
                mistake(
                        HOOKS + "cases: [{name: x, call: y, expect: {action: deny}}]\n",
                        "2:25",
                        "there is no call \"y\""),
                mistake(
                        HOOKS + "cases: [{name: x, event: tool, expect: {action: deny}}]\n",
                        "2:26",
                        "Not an event name"),
                mistake(HOOKS + "cases: [{name: x, tool: Bash, expect: {}}]\n", "2:39", "expect is empty"),
                mistake(
                        HOOKS + "cases: [{name: x, tool: Bash, expect: {action: denied}}]\n",
                        "2:48",
                        "expected continue"),
                mistake(
                        HOOKS + "cases: [{name: x, tool: Bash, expect: {acton: deny}}]\n",
                        "2:40",
                        "unknown key \"acton\""),
                mistake(
                        HOOKS + "cases: [{name: x, tool: Bash, input: ls, expect: {action: deny}}]\n",
                        "2:38",
                        "expected an object"),
                mistake(
                        HOOKS + "cases: [{name: x, tool: Bash, expect: {reason: {matches: \"(\"}}}]\n",
                        "2:58",
                        "no regular expression"),
                mistake(
                        HOOKS + "cases: [{name: x, tool: Bash, expect: {reason: {contains: [a]}}}]\n",
                        "2:59",
                        "expected text"),
                mistake(
                        HOOKS + "cases: [{name: x, tool: Bash, expect: {reason: {absent: maybe}}}]\n",
                        "2:57",
                        "true or false"),
                mistake(
                        HOOKS + "cases: [{name: x, tool: Bash, expect: {asked: [{hok: y}]}}]\n",
                        "2:49",
                        "unknown key \"hok\""),
                mistake(
                        HOOKS + "cases: [{name: x, tool: Bash, answers: Deny, expect: {action: deny}}]\n",
                        "2:40",
                        "expected a list"),
                mistake(
                        HOOKS + "cases: [{name: x, tool: Bash, answers: [{after: 5s}], expect: {action: deny}}]\n",
                        "2:41",
                        "has no option"),
                mistake(
                        HOOKS
                                + "cases: [{name: x, tool: Bash, answers: [{option: Deny, after: 5}], expect: {action: deny}}]\n",
                        "2:63",
                        "a number with a unit"),
                mistake(HOOKS + "cases: [{name: x, commands: {denny: [ls]}}]\n", "2:30", "unknown key \"denny\""),
                mistake(HOOKS + "cases: [{name: x, commands: {}}]\n", "2:29", "commands holds none"),
                mistake(HOOKS + "cases: [{name: x, commands: {deny: [[ls]]}}]\n", "2:37", "expected text"),
                mistake(HOOKS + "cases: [{name: x, conversation: []}]\n", "2:33", "does not begin with user"),
                mistake(
                        HOOKS + "cases: [{name: x, conversation: [{model: hi}]}]\n",
                        "2:33",
                        "does not begin with user"),
                mistake(
                        HOOKS + "cases: [{name: x, conversation: [{user: a, model: b}]}]\n",
                        "2:34",
                        "a step has one of"),
                mistake(HOOKS + "cases: [{name: x, conversation: [{user: a}, {model: {}}]}]\n", "2:53", "has no tool"),
                mistake(
                        HOOKS + "cases: [{name: x, conversation: [{user: a}, {expect: {}}]}]\n",
                        "2:54",
                        "expect is empty"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void is_told_with_its_place(String text, String where, String what) throws Exception {
        ScenarioException problem = catchThrowableOfType(ScenarioException.class, () -> run(text));

        assertThat(problem).as("nothing was wrong with:\n" + text).isNotNull();
        assertThat(problem.problems())
                .as(text)
                .anySatisfy(it -> assertThat(it.toString())
                        .startsWith("scenario.yaml:" + where + ":")
                        .contains(what));
    }

    @Test
    void all_of_them_are_told_at_once() {
        assertThatThrownBy(() -> run("casess: 1\nclock: no\ncases: [{nam: x}]\n"))
                .hasMessageContaining("scenario.yaml:1:1")
                .hasMessageContaining("scenario.yaml:2:8")
                .hasMessageContaining("scenario.yaml:3:10");
    }

    @Test
    void one_bad_file_keeps_all_others_from_passing() throws Exception {
        write("good.yaml", CASE);
        write("bad.yaml", "cases: 1\n");

        assertThatThrownBy(() -> Scenarios.read(List.of(Path.of(".")), directory, MODULES))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("bad.yaml:1:8");
    }

    @Test
    void a_path_that_is_not_there_is_told() {
        assertThatThrownBy(() -> Scenarios.read(List.of(Path.of("nope")), directory, MODULES))
                .hasMessageContaining("nope:1:1: there is no such file or directory");
    }

    @Test
    void a_file_in_another_encoding_is_told() throws Exception {
        java.nio.file.Files.write(directory.resolve("latin.yaml"), new byte[] {'a', (byte) 0xE4, ':'});

        assertThatThrownBy(() -> Scenarios.read(List.of(Path.of("latin.yaml")), directory, MODULES))
                .hasMessageContaining("latin.yaml:1:1")
                .hasMessageContaining("not UTF-8");
    }
}
