package dev.carabiner.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
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
                mistake(CASE + "files: {/etc/x: a}\n", "6:9", "expected a relative name"),
                mistake(CASE + "files: {../x: a}\n", "6:9", "expected a relative name"),
                mistake(CASE + "files: [a]\n", "6:8", "files is a list; expected an object"),
                mistake(CASE + "bundle: no-such\n", "6:9", "there is no built-in bundle"),
                mistake(CASE + "bundle: ./nope.yaml\n", "6:9", "there is no file"),
                mistake(CASE + "session: {max_rounds: many}\n", "6:23", "expected a whole number"),
                mistake(CASE + "session: {no_such_key: 1}\n", "6:11", "unknown key"),
                mistake("hooks: [{module: gard}]\n" + CASE.substring(HOOKS.length()), "1:18", "gard"),
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
                        "no regular expression (Unclosed group); expected"),
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
                        "a step has 2 keys; expected one of user, model and expect"),
                mistake(HOOKS + "cases: [{name: x, conversation: [{user: a}, {model: {}}]}]\n", "2:53", "has no tool"),
                mistake(
                        HOOKS + "cases: [{name: x, conversation: [{user: a}, {expect: {}}]}]\n",
                        "2:54",
                        "expect is empty"));
    }

    private static String one(String rest) {
        return HOOKS + "cases: [{name: x, tool: Bash, " + rest + "}]\n";
    }

    private static String talk(String rest) {
        return HOOKS + "cases: [{name: x, conversation: [{user: a}, {model: b}" + rest + "}]\n";
    }

    /** What looks right at a glance, and would test nothing or something else. */
    static Stream<Arguments> quiet_mistakes() {
        return Stream.of(
                mistake(one("expect: {action: [deny]}"), "2:48", "action is a list; expected continue"),
                mistake(one("expect: {action: {}}"), "2:48", "action is an object; expected continue"),
                mistake(one("expect: {action: {contains: den}}"), "2:48", "action is an object; expected continue"),
                mistake(one("expect: {action: {one_of: [deny, alow]}}"), "2:64", "action is \"alow\"; expected"),
                mistake(one("expect: {action: dney}"), "2:48", "did you mean \"deny\"?"),
                mistake(one("expect: {by: {conains: x}}"), "2:44", "did you mean \"contains\"?"),
                mistake(one("expect: {reason: [x]}"), "2:48", "reason is a list; expected text"),
                mistake(one("expect: {reason: {contains: ''}}"), "2:59", "contains is empty, which everything fits"),
                mistake(one("expect: {reason: {one_of: []}}"), "2:57", "one_of is empty; expected a list"),
                mistake(one("expect: {reason: {contains: a, matches: b}}"), "2:48", "several words about one value"),
                mistake(one("expect: {order: guard}"), "2:47", "order is text; expected a list"),
                mistake(one("expect: {input: ls}"), "2:47", "input is text; expected an object"),
                mistake(one("expect: {input: {}}"), "2:47", "input is empty; expected some of its fields"),
                mistake(one("expect: {data: {}}"), "2:46", "data is empty; expected some of its fields"),
                mistake(talk("], expect: {context: {stored: ''}}"), "2:85", "stored is empty"),
                mistake(talk("], expect: {context: {never_stored: ''}}"), "2:91", "never_stored is empty"),
                mistake(HOOKS + "cases: [{name: x, tool: '', commands: {pass: [ls]}}]\n", "2:25", "tool is empty"),
                mistake(HOOKS + "cases: [{name: x, field: '', commands: {pass: [ls]}}]\n", "2:26", "field is empty"),
                mistake(talk(", {model: {tool: ''}}], expect: {answer: b}"), "2:72", "tool is empty"),
                mistake(talk(", {model: {calls: [{tool: ''}]}}], expect: {answer: b}"), "2:81", "tool is empty"),
                mistake(one("expect: {injected: [{role: admin}]}"), "2:58", "expected system, user or assistant"),
                mistake(one("expect: {injected: [{ephemeral: 1}]}"), "2:63", "expected true or false"),
                mistake(one("expect: {messages: [{level: fatal}]}"), "2:59", "expected info, warning or error"),
                mistake(one("event: tool:pre, expect: {action: deny}"), "2:31", "has tool and event; expected one"),
                mistake(one("data: {a: 1}, expect: {action: deny}"), "2:31", "data are without their event"),
                mistake(
                        HOOKS + "cases: [{name: x, event: tool:pre, input: {a: 1}, expect: {action: deny}}]\n",
                        "2:36",
                        "input is without its tool"),
                mistake(
                        HOOKS + "cases: [{name: x, event: tool:pree, expect: {action: continue}}]\n",
                        "2:9",
                        "no hook is for the event \"tool:pree\"; expected \"tool:pre\""),
                mistake(HOOKS + "cases: [{name: x, tool: ' ', expect: {action: deny}}]\n", "2:25", "tool is empty"),
                mistake("hooks: []\n" + CASE.substring(HOOKS.length()), "1:8", "the policy has no hook"),
                mistake("bundle: {hoks: []}\ncases: []\n", "1:10", "did you mean \"hooks\"?"),
                mistake("bundle: {hooks: [{module: guard}]}\n" + CASE, "1:10", "hooks is there twice"),
                mistake(CASE + "files: {a: x, a/b: y}\n", "6:15", "below another file"),
                mistake(CASE + "files: {a: x, ./a: y}\n", "6:15", "twice; expected it once"),
                mistake(CASE + "files: {.: x}\n", "6:9", "expected a relative name"),
                mistake(CASE + "files: {" + "a".repeat(300) + ": x}\n", "6:9", "expected a relative name"),
                mistake(talk("]"), "2:9", "has no expect"),
                mistake(talk("], expect: {}"), "2:66", "expect is empty; expected answer"),
                mistake(talk("], expect: {context: {}}"), "2:76", "context is empty; expected stored"),
                mistake(
                        talk("], expect: {status: finished}"),
                        "2:75",
                        "expected success, denied, interrupted or error"),
                mistake(talk(", {expect: {request: {}}}]"), "2:76", "request is empty; expected"),
                mistake(HOOKS + "cases: [{name: x, tool: Bahs, commands: {pass: [ls]}}]\n", "2:9", "expected \"Bash\""),
                mistake(
                        HOOKS + "cases: [{name: x, tool: Bahs, commands: {pass: [ls], todo_deny: [cat]}}]\n",
                        "2:9",
                        "expected \"Bash\""),
                mistake(
                        HOOKS + "cases: [{name: x, tool: Bsh, expect: {action: continue}}]\n",
                        "2:9",
                        "the tool \"Bsh\""),
                mistake(
                        HOOKS + "cases: [{name: x, tool: Write, field: file_pth, commands: {pass: [.env]}}]\n",
                        "2:9",
                        "Write takes no \"file_pth\"; expected \"file_path\"?"),
                mistake(
                        one("input: {comand: ls}, expect: {action: continue}"),
                        "2:9",
                        "Bash takes no \"comand\"; expected \"command\"?"),
                mistake(talk(", {model: {tool: Wrte}}], expect: {answer: b}"), "2:57", "expected \"Write\""),
                mistake(one("expect: {reason: {matches: '.*'}}"), "2:58", "matches fits every text"),
                mistake(one("expect: {reason: {matches: 'a?'}}"), "2:58", "matches fits every text"),
                mistake(one("expect: {action: {matches: allow}}"), "2:48", "action is an object; expected continue"),
                mistake(one("expect: {action: {absent: false}}"), "2:48", "action is an object; expected continue"),
                mistake(one("expect: {by: 5}"), "2:44", "by is a number; expected text; put it in quotes"),
                mistake(one("expect: {by: true}"), "2:44", "expected text; put it in quotes"),
                mistake(HOOKS + "cases: [{name: x, commands: {pass: [ls, '']}}]\n", "2:41", "an item of pass is empty"),
                mistake(one("expect: {by: {one_of: [1]}}"), "2:54", "an item of by is a number; expected text"),
                mistake(talk(", {expect: {injected_by: [5]}}]"), "2:81", "an item of injected_by is a number"),
                mistake(HOOKS + "cases: [{name: x, tool: 5, expect: {action: deny}}]\n", "2:25", "tool is a number"),
                mistake("hooks:\n" + CASE.substring(HOOKS.length()), "1:7", "hooks is nothing; expected a list"),
                mistake(CASE + "session:\n", "6:9", "session is nothing; expected an object"),
                mistake("scenario: 'x\n", "2:1", "unexpected end of stream; expected a scenario in YAML"),
                mistake(one("expect: {order: [1]}"), "2:48", "an item of order is a number; expected text"),
                mistake(one("expect: {order: [{}]}"), "2:48", "an item of order is an object; expected text"),
                mistake(one("expect: {order: [gaurd]}"), "2:48", "order names \"gaurd\", which is no hook"),
                mistake(one("expect: {by: gard}"), "2:44", "by names \"gard\", which is no hook; expected \"guard\""),
                mistake(one("expect: {by: {one_of: [guard, gard]}}"), "2:61", "by names \"gard\""),
                mistake(one("expect: {asked: [{hook: gard}]}"), "2:55", "hook names \"gard\""),
                mistake(one("expect: {by: null}"), "2:44", "by is nothing; expected text"),
                mistake(one("answers: [''], expect: {action: deny}"), "2:41", "an answer is empty"),
                mistake(one("answers: [{option: ''}], expect: {action: deny}"), "2:50", "option is empty"),
                mistake(
                        HOOKS + "cases: [{name: x, conversation: [{user: ''}], expect: {answer: b}}]\n",
                        "2:41",
                        "user is empty"),
                mistake("scenario: ''\n" + CASE, "1:11", "scenario is empty"),
                mistake(talk("], expect: {files: {./a: x}}"), "2:75", "as in a"),
                mistake(talk("], expect: {files: {/etc/x: x}}"), "2:75", "expected a relative name"),
                mistake("a: &x 1\nb: *y\n", "2:4", "the alias *y stands for nothing"),
                mistake("a: &x {b: 1}\nc: {<<: *x}\n", "2:5", "merge keys (<<) are not supported"),
                mistake("a: !!str x\n", "1:4", "the tag"),
                mistake("a: " + "[".repeat(40) + "]".repeat(40), "1:35", "nested too deeply"),
                mistake("a: \u0007\n", "1:4", "control character U+0007"),
                mistake(CASE + "---\na: 1\n", "6:1", "a second document"),
                mistake("cases:\n\t- a\n", "2:1", "Do not use \\t(TAB) for indentation"));
    }

    @ParameterizedTest
    @MethodSource({"mistakes", "quiet_mistakes"})
    void is_told_with_its_place(String text, String where, String what) throws Exception {
        ScenarioException problem = catchThrowableOfType(ScenarioException.class, () -> run(text));

        assertThat(problem).as("nothing was wrong with:\n" + text).isNotNull();
        assertThat(problem.problems())
                .as(text)
                .anySatisfy(it -> assertThat(it.toString())
                        .startsWith("scenario.yaml:" + where + ":")
                        .contains(what)
                        .contains("xpected"));
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
    void a_directory_that_is_a_link_is_looked_into_and_loops_below_it_are_not() throws Exception {
        write("real/good.yaml", CASE);
        Files.createSymbolicLink(directory.resolve("real/loop"), directory.resolve("real"));
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("real"));

        assertThat(Scenarios.read(List.of(Path.of("link")), directory, MODULES).size())
                .isEqualTo(1);
    }

    @Test
    void a_link_to_nothing_is_told() throws Exception {
        write("real/good.yaml", CASE);
        Files.createSymbolicLink(directory.resolve("real/gone.yaml"), Path.of("nowhere"));

        assertThatThrownBy(() -> Scenarios.read(List.of(Path.of("real")), directory, MODULES))
                .hasMessageContaining("real/gone.yaml:1:1: the file cannot be read");
    }

    @Test
    void a_path_that_is_not_there_is_told() {
        assertThatThrownBy(() -> Scenarios.read(List.of(Path.of("nope")), directory, MODULES))
                .hasMessageContaining("nope:1:1: there is no such file or directory");
    }

    @Test
    void a_file_in_another_encoding_is_told() throws Exception {
        Files.write(directory.resolve("latin.yaml"), new byte[] {'a', (byte) 0xE4, ':'});

        assertThatThrownBy(() -> Scenarios.read(List.of(Path.of("latin.yaml")), directory, MODULES))
                .hasMessageContaining("latin.yaml:1:1")
                .hasMessageContaining("not UTF-8");
    }
}
