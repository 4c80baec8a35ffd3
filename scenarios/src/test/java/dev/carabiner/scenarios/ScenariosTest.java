package dev.carabiner.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.carabiner.engine.explain.Explanation;
import dev.carabiner.hook.Action;
import dev.carabiner.scenarios.CaseResult.Status;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What scenarios say of a policy. */
class ScenariosTest extends WrittenScenarios {

    private static final String HOOKS = "hooks: [{module: guard}]\n";

    private static String call(String command, String rest) {
        return HOOKS + "cases:\n  - name: it\n    tool: Bash\n    input: {command: " + command + "}\n    " + rest
                + "\n";
    }

    @Nested
    class A_case {

        @Test
        void passes_if_all_that_it_expects_is_so() throws Exception {
            CaseResult it = only(call(
                    "rm x",
                    "expect: {action: deny, by: guard, reason: {starts_with: no rm}, order: [guard], asked: [],"
                            + " input: {command: rm x}, data: {tool_name: Bash}, injected: {absent: true}}"));

            assertThat(it.status()).as(it.toString()).isEqualTo(Status.PASSED);
        }

        @Test
        void that_fails_says_expected_was_because_and_to_mend() throws Exception {
            CaseResult it = only(call("rm x", "expect: {action: continue}"));

            assertThat(it.status()).isEqualTo(Status.FAILED);
            assertThat(it.mismatches()).hasSize(1);
            assertThat(it.mismatches().getFirst().expected()).isEqualTo("continue");
            assertThat(it.mismatches().getFirst().was()).isEqualTo("deny");
            assertThat(it.because()).isEqualTo("guard: rm is on the list");
            assertThat(it.toMend()).isEqualTo("carabiner explain tool:pre --case scenario.yaml:3");
            assertThat(it.at().toString()).isEqualTo("scenario.yaml:3:5");
        }

        @Test
        void may_call_a_question_as_results_do() throws Exception {
            assertThat(only(call("push", "expect: {action: ask_user}")).status())
                    .isEqualTo(Status.PASSED);
            assertThat(only(call("ls", "expect: {action: ask_user}")).status()).isEqualTo(Status.FAILED);
        }

        @Test
        void whose_question_nobody_is_there_for_asks() throws Exception {
            assertThat(only(call("push", "expect: {action: ask, by: guard, asked: [{prompt: \"Run push?\"}]}"))
                            .status())
                    .isEqualTo(Status.PASSED);
        }

        @Test
        void is_about_any_event() throws Exception {
            assertThat(only(HOOKS + "cases: [{name: x, event: 'my.own:event', data: {a: 1},"
                                    + " expect: {action: continue, data: {a: 1}, order: []}}]")
                            .status())
                    .isEqualTo(Status.PASSED);
        }

        @Test
        void may_want_an_object_to_be_whole() throws Exception {
            assertThat(only(call("ls", "expect: {input: {exact: true}}")).status())
                    .isEqualTo(Status.FAILED);
            assertThat(only(call("ls", "expect: {input: {exact: true, command: ls}}"))
                            .status())
                    .isEqualTo(Status.PASSED);
        }

        @Test
        void may_take_one_of_several() throws Exception {
            assertThat(only(call("ls", "expect: {action: {one_of: [deny, continue]}}"))
                            .status())
                    .isEqualTo(Status.PASSED);
            assertThat(only(call("ls", "expect: {action: {one_of: [deny, ask]}}"))
                            .mismatches())
                    .extracting(Mismatch::path, Mismatch::expected, Mismatch::was)
                    .containsExactly(tuple("action", "deny or ask", "continue"));
        }
    }

    @Nested
    class Answers {

        @Test
        void are_given_in_order_and_silence_follows() throws Exception {
            assertThat(only(call("push", "answers: [Allow once]\n    expect: {action: continue}"))
                            .status())
                    .isEqualTo(Status.PASSED);
            assertThat(only(call(
                                    "push",
                                    "answers: []\n    expect: {action: deny, by: guard,"
                                            + " reason: 'Approval timeout - denied by default: Run push?'}"))
                            .status())
                    .isEqualTo(Status.PASSED);
        }

        @Test
        void come_after_the_hooks_of_the_policy_and_of_nothing_else() throws Exception {
            assertThat(only(call("push", "answers: [Deny]\n    expect: {action: deny, order: [guard]}"))
                            .mismatches())
                    .isEmpty();
        }

        @Test
        void take_no_real_time() throws Exception {
            CaseResult it = only(call("push", "answers: [{option: Deny, after: 4m}]\n    expect: {action: deny}"));

            assertThat(it.status()).isEqualTo(Status.PASSED);
            assertThat(it.elapsed()).isLessThan(java.time.Duration.ofSeconds(20));
        }

        @Test
        void that_are_not_offered_or_not_needed_fail() throws Exception {
            assertThat(only(call("push", "answers: [Allow always]\n    expect: {action: deny}"))
                            .mismatches())
                    .containsExactly(new Mismatch("answers", "one of Allow once, Deny to guard", "Allow always"));
            assertThat(only(call("ls", "answers: [Deny]\n    expect: {action: continue}"))
                            .mismatches())
                    .containsExactly(new Mismatch("answers", "as many questions as answers", "1 too many"));
        }

        @Test
        void with_an_edited_input_are_judged_again() throws Exception {
            CaseResult it = only(call(
                    "push",
                    "answers: [{option: Allow once, input: {command: rm all}}]\n    expect: {action: deny, by: guard,"
                            + " reason: no rm all}"));

            assertThat(it.status()).as(it.toString()).isEqualTo(Status.PASSED);
        }
    }

    @Nested
    class A_matrix {

        @Test
        void judges_each_line_and_runs_none() throws Exception {
            Path marker = directory.resolve("marker");
            TestReport report = run(HOOKS + "cases: [{name: m, commands: {pass: ['touch " + marker + "', ls],"
                    + " deny: [rm x], ask: [push], stop: [rm y, push y]}}]");

            assertThat(report.cases()).hasSize(6).allMatch(it -> it.status() == Status.PASSED);
            assertThat(marker).doesNotExist();
        }

        @Test
        void fails_with_the_line_the_verdict_and_the_hook() throws Exception {
            CaseResult it = only(HOOKS + "cases: [{name: m, commands: {pass: [push]}}]");

            assertThat(it.name()).isEqualTo("m › pass › push");
            assertThat(it.mismatches())
                    .extracting(Mismatch::expected, Mismatch::was)
                    .containsExactly(tuple("pass", "ask   by guard: \"Run push?\""));
            assertThat(it.at().toString()).isEqualTo("scenario.yaml:2:37");
        }

        @Test
        void keeps_known_gaps_open_until_they_are_closed() throws Exception {
            assertThat(only(HOOKS + "cases: [{name: m, commands: {todo_deny: [ls]}}]")
                            .status())
                    .isEqualTo(Status.OPEN);
            CaseResult closed = only(HOOKS + "cases: [{name: m, commands: {todo_deny: [rm x]}}]");
            assertThat(closed.status()).isEqualTo(Status.FAILED);
            assertThat(closed.toMend()).isEqualTo("move the line from todo_deny to deny");
        }

        @Test
        void of_thousands_of_lines_is_judged_at_once() throws Exception {
            String lines = IntStream.range(0, 5_000)
                    .mapToObj(i -> "        - rm file" + i)
                    .collect(Collectors.joining("\n"));

            TestReport report = run(HOOKS + "cases:\n  - name: m\n    commands:\n      deny:\n" + lines + "\n");

            assertThat(report.count(Status.PASSED)).isEqualTo(5_000);
        }
    }

    @Nested
    class The_bundle {

        @Test
        void is_a_file_beside_the_scenario_with_the_scenarios_own_settings_on_top() throws Exception {
            write("policy/bundle.yaml", "bundle: {name: p, version: 1}\nhooks: [{module: guard}]\n");

            TestReport report = run("bundle: policy/bundle.yaml\nsession: {max_rounds: 3}\n"
                    + "hooks: [{module: guard, config: {also: ls}}]\n"
                    + "cases: [{name: m, commands: {deny: [ls, rm x], pass: [cat]}}]\n");

            assertThat(report.passed()).as(report.toString()).isTrue();
        }

        @Test
        void may_stand_in_its_own_place() throws Exception {
            TestReport report = run("bundle: {hooks: [{module: guard}]}\n"
                    + "cases: [{name: m, commands: {deny: [rm x], pass: [cat]}}]\n");

            assertThat(report.passed()).as(report.toString()).isTrue();
        }

        @Test
        void whose_hook_cannot_be_mounted_fails() throws Exception {
            TestReport report = run(
                    "hooks: [{module: guard}, {module: broken}]\n" + "cases: [{name: m, commands: {pass: [ls]}}]\n");

            assertThat(report.count(Status.FAILED)).isEqualTo(1);
            assertThat(report.cases().getFirst().because()).contains("broken").contains("is not mounted");
        }

        @Test
        void whose_required_hook_cannot_be_mounted_fails_and_the_other_files_are_tested() throws Exception {
            String cases = "cases: [{name: m, commands: {pass: [ls]}}]\n";
            write("other.yaml", HOOKS + cases);
            write("scenario.yaml", "hooks: [{module: guard}, {module: broken, required: true}]\n" + cases);

            TestReport report =
                    Scenarios.read(List.of(Path.of(".")), directory, MODULES).run(name -> true);

            assertThat(report.cases()).extracting(CaseResult::status).containsExactly(Status.PASSED, Status.FAILED);
            assertThat(report.cases().getLast().because()).contains("broken", "required");
        }
    }

    @Nested
    class A_conversation {

        private static final String TALK = """
                hooks: [{module: guard}, {module: feedback}]
                files: {old.txt: "a\\n"}
                cases:
                  - name: talk
                    conversation:
                      - user: write new.txt
                      - model: {tool: Write, input: {file_path: new.txt, content: "b\\n"}}
                      - expect: {request: {last_tool_result: {contains: looked at it}}, injected_by: feedback}
                      - model: done
                    expect: {answer: done, status: success, context: {never_stored: looked at it}, files: {new.txt: "b\\n", old.txt: "a\\n"}}
                """;

        @Test
        void runs_the_whole_agent_in_a_directory_that_is_thrown_away() throws Exception {
            CaseResult it = only("bundle: b.yaml\n" + bundled(TALK));

            assertThat(it.status()).as(it.toString()).isEqualTo(Status.PASSED);
        }

        private String bundled(String text) throws Exception {
            write("b.yaml", "bundle: {name: b, version: 1}\ntools: [{module: tool-filesystem}]\n");
            return text;
        }

        @Test
        void that_goes_otherwise_fails_with_the_line() throws Exception {
            CaseResult it =
                    only("bundle: b.yaml\n" + bundled(TALK.replace("contains: looked at it", "contains: nothing")));

            assertThat(it.status()).isEqualTo(Status.FAILED);
            assertThat(it.mismatches().getFirst().path()).isEqualTo("line 9, request.last_tool_result");
        }

        @Test
        void whose_model_is_asked_more_often_fails() throws Exception {
            CaseResult it = only("bundle: b.yaml\n" + bundled(TALK.replace("      - model: done\n", "")));

            assertThat(it.mismatches()).anyMatch(wrong -> wrong.was().equals("one more"));
        }
    }

    @Nested
    class The_reports {

        private final String text = "hooks: [{module: guard}, {module: feedback}]\n"
                + "cases: [{name: m, commands: {pass: [ls, push <x>], todo_deny: [cat], deny: [rm x]}}]\n";

        @Test
        void list_failures_known_gaps_and_hooks_that_were_never_reached() throws Exception {
            assertThat(TextReport.of(run(text), true))
                    .contains("✓ m › pass  1 line")
                    .contains("✗ m › pass › push <x>")
                    .contains("expected  pass")
                    .contains("~ m › todo_deny › cat")
                    .contains("still open")
                    .contains("2 passed, 1 failed, 1 open · 1 of 2 hooks never reached: feedback");
        }

        @Test
        void are_XML_for_build_servers() throws Exception {
            String xml = JunitReport.of(run(text));

            assertThat(xml)
                    .contains("<testsuite name=\"scenario.yaml\" tests=\"4\" failures=\"1\" errors=\"0\" time=")
                    .contains("skipped=\"1\"")
                    .contains("name=\"m › pass › push &lt;x&gt;\"")
                    .contains("\">scenario.yaml:2:41&#10;expected  pass&#10;")
                    .contains("<skipped message=\"a known gap, still open\"/>");
        }

        @ParameterizedTest
        @ValueSource(strings = {"push <x>&\"'", "push \\u0001\\uFFFF\\U0001F600\\t]]>", "ls"})
        void are_XML_that_Jenkins_takes(String command) throws Exception {
            String xml = JunitReport.of(run(text.replace("push <x>", "\"" + command.replace("\"", "\\\"") + "\"")));

            SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                    .newSchema(getClass().getResource("junit-report.xsd"))
                    .newValidator()
                    .validate(new StreamSource(new StringReader(xml)));
        }

        @Test
        void are_JSON_for_programs() throws Exception {
            assertThat(JsonReport.of(run(text)).asMap())
                    .containsEntry("schema", 1)
                    .containsEntry("passed", 2L)
                    .containsEntry("failed", 1L)
                    .containsEntry("open", 1L)
                    .containsEntry("never_reached", List.of("feedback"))
                    .containsKey("cases");
        }
    }

    @Test
    void a_case_can_be_explained_by_its_line() throws Exception {
        Scenarios scenarios =
                read(HOOKS + "cases:\n  - name: m\n    commands:\n      deny:\n        - rm x\n        - ls\n");

        Explanation first = scenarios.explain(6, 0);

        assertThat(first).isNotNull();
        assertThat(first.outcome().action()).isEqualTo(Action.DENY);
        assertThat(scenarios.explain(1, 0)).isNull();
    }

    @Test
    void one_of_several_commands_of_a_line_is_explained_by_its_column() throws Exception {
        String text = HOOKS + "cases: [{name: m, commands: {deny: [rm x, ls]}}]\n";

        assertThat(read(text).explain(2, 37))
                .extracting(Explanation::text)
                .asString()
                .startsWith("DENY");
        assertThat(read(text).explain(2, 43))
                .extracting(Explanation::text)
                .asString()
                .startsWith("CONTINUE");
        assertThat(only(text.replace("rm x, ", "")).toMend()).endsWith("scenario.yaml:2");
        assertThat(run(text).cases().getLast().toMend()).endsWith("scenario.yaml:2:43");
    }

    @Test
    void a_filter_takes_cases_and_lines_by_their_names() throws Exception {
        Scenarios scenarios = read(HOOKS + "cases: [{name: m, commands: {deny: [rm x, rm y]}}]");

        assertThat(scenarios.run(name -> name.contains("rm y")).cases()).hasSize(1);
    }

    @Test
    void nothing_is_left_of_the_directories() throws Exception {
        long before = leftovers();
        run(call("ls", "expect: {action: continue}"));
        assertThat(leftovers()).isEqualTo(before);
    }

    private static long leftovers() throws Exception {
        try (var all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(it -> it.getFileName().toString().startsWith("carabiner-scenario"))
                    .count();
        }
    }
}
