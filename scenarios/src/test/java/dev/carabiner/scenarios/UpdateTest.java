package dev.carabiner.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code --update} writes into a file. */
class UpdateTest extends WrittenScenarios {

    private static final String HOOKS = "hooks: [{module: guard}]\n";

    private Update updateOf(String text) throws IOException {
        return Update.of(run(text), directory);
    }

    /** The file after the update, which then passes. */
    private String updated(String text) throws IOException {
        Update update = updateOf(text);
        assertThat(update.byHand()).isEmpty();
        update.write();
        String after = Files.readString(directory.resolve("scenario.yaml"));
        TestReport again = Scenarios.read(List.of(directory.resolve("scenario.yaml")), directory, MODULES)
                .run(name -> true);
        assertThat(again.passed()).as(after + TextReport.of(again, true)).isTrue();
        return after;
    }

    private static String rm(String expect) {
        return HOOKS + "cases:\n  - name: it\n    tool: Bash\n    input: {command: rm x}\n    expect: " + expect + "\n";
    }

    private static String push(String expect) {
        return rm(expect).replace("rm x", "push");
    }

    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of(rm("{action: continue}"), rm("{action: deny}")),
                Arguments.of(rm("{action: ask, by: other}  # why"), rm("{action: deny, by: guard}  # why")),
                Arguments.of(rm("{reason: {contains: yes}}"), rm("{reason: \"no rm x\"}")),
                Arguments.of(rm("{reason: {matches: '^y'}}"), rm("{reason: \"no rm x\"}")),
                Arguments.of(rm("{reason: {starts_with: y}}"), rm("{reason: \"no rm x\"}")),
                Arguments.of(rm("{action: {one_of: [ask, continue]}}"), rm("{action: deny}")),
                Arguments.of(rm("{by: {absent: true}}"), rm("{by: guard}")),
                Arguments.of(rm("{asked: {absent: false}}"), rm("{asked: {absent: true}}")),
                Arguments.of(rm("{order: []}"), rm("{order: [guard]}")),
                Arguments.of(rm("{order: [a, b]}"), rm("{order: [guard]}")),
                Arguments.of(rm("{order: {contains: linter}}"), rm("{order: [guard]}")),
                Arguments.of(rm("{input: {command: ls}}"), rm("{input: {command: \"rm x\"}}")),
                Arguments.of(rm("{input: {gone: ls}}"), rm("{input: {gone: {absent: true}}}")),
                Arguments.of(rm("{input: {exact: true}}"), rm("{input: {command: \"rm x\", exact: true}}")),
                Arguments.of(rm("\n      order:\n      - a\n      - b"), rm("\n      order:\n        [guard]")),
                Arguments.of(
                        rm("\n      reason: |\n        no\n        way\n      by: guard"),
                        rm("\n      reason: \"no rm x\"\n      by: guard")),
                Arguments.of(push("{asked: [{prompt: What?}]}"), push("{asked: [{prompt: \"Run push?\"}]}")),
                Arguments.of(push("{asked: [{prompt: a}, {prompt: b}]}"), push("{asked: [{prompt: \"Run push?\"}]}")),
                Arguments.of(
                        push("{asked: []}").replace("push", "push \"😀\""),
                        push("{asked: [{hook: guard, prompt: \"Run push \\\"😀\\\"?\","
                                        + " options: [\"Allow once\", Deny], reason: \"\"}]}")
                                .replace("{command: push}", "{command: push \"😀\"}")));
    }

    @ParameterizedTest
    @MethodSource("values")
    void a_value_of_any_kind_becomes_what_was(String before, String after) throws Exception {
        assertThat(updated(before)).isEqualTo(after);
    }

    @Nested
    class A_line_of_a_matrix {

        private static String matrix(String groups) {
            return HOOKS + "cases:\n  - name: m\n    commands:\n" + groups;
        }

        @Test
        void goes_to_its_group_in_brackets() throws Exception {
            assertThat(updated(matrix("      deny: [\"rm a\", ls, 'rm b', cat]   # never\n      pass: [\"touch\"]\n")))
                    .isEqualTo(matrix("      deny: [\"rm a\", 'rm b']   # never\n      pass: [\"touch\", ls, cat]\n"));
        }

        @Test
        void goes_to_its_group_in_lines_and_leaves_comments_alone() throws Exception {
            assertThat(updated(matrix("""
                          deny:
                            # of files
                            - rm a
                            - ls  # goes with its remark
                            - rm b
                          pass:
                            - push
                            - cat
                    """))).isEqualTo(matrix("""
                          ask: [push]
                          deny:
                            # of files
                            - rm a
                            - rm b
                          pass:
                            - cat
                            - ls
                    """));
        }

        @Test
        void may_be_the_only_one_of_its_group() throws Exception {
            assertThat(updated(matrix("      {deny: [ls]}\n"))).isEqualTo(matrix("      {pass: [ls], deny: []}\n"));
            assertThat(updated(matrix("      deny:\n      - ls\n      pass:\n      - rm x\n")))
                    .isEqualTo(matrix("      deny:\n        [\"rm x\"]\n      pass:\n        [ls]\n"));
        }

        @Test
        void of_a_gap_that_is_closed_is_no_gap_any_more() throws Exception {
            assertThat(updated(matrix("      todo_deny: [rm x, ls]\n      deny: [rm y]\n")))
                    .isEqualTo(matrix("      todo_deny: [ls]\n      deny: [rm y, \"rm x\"]\n"));
        }

        @Test
        void with_quotes_and_line_ends_stays_the_same_command() throws Exception {
            assertThat(updated(matrix("      deny: [\"echo \\\"a\\\"\\n'b' \\\\\\e[0m\"]\n")))
                    .contains("pass: [\"echo \\\"a\\\"\\n'b' \\\\\\U0000001b[0m\"]");
        }
    }

    @Nested
    class What_it_does_not_write {

        private void assertByHand(String text, String why) throws Exception {
            Update update = updateOf(text);

            assertThat(update.lines()).isEmpty();
            assertThat(update.byHand()).singleElement().asString().contains(why);
            update.write();
            assertThat(directory.resolve("scenario.yaml")).hasContent(text);
        }

        @Test
        void is_a_value_that_stands_for_several() throws Exception {
            assertByHand(
                    HOOKS + "cases:\n  - {name: a, tool: Bash, input: {command: rm x}, expect: &e {action: ask}}\n"
                            + "  - {name: b, tool: Bash, input: {command: push}, expect: *e}\n",
                    "has a name (&)");
        }

        @Test
        void is_an_answer_that_nothing_was_asked_for() throws Exception {
            assertByHand(
                    rm("{action: deny}").replace("    expect", "    answers: [Deny]\n    expect"),
                    "not an expected value");
        }

        @Test
        void is_what_a_conversation_holds() throws Exception {
            assertByHand(
                    HOOKS + "cases: [{name: t, conversation: [{user: hi}, {model: yo}],"
                            + " expect: {context: {stored: bye}}}]\n",
                    "not written out");
        }

        @Test
        void is_a_file_that_has_changed_meanwhile() throws Exception {
            Update update = updateOf(rm("{action: continue}"));
            write("scenario.yaml", rm("{action: ask}"));

            assertThatThrownBy(update::write).hasMessageContaining("has changed meanwhile");
            assertThat(directory.resolve("scenario.yaml")).hasContent(rm("{action: ask}"));
        }
    }

    @Test
    void a_text_that_names_the_directory_of_this_run_is_written_without_it() throws Exception {
        assertThat(new Fix.Value(new Mark("f", 1, 1), "Change /tmp/x1/a.txt for good?")
                        .without("/tmp/x1")
                        .inWords())
                .isEqualTo("{contains: \"/a.txt for good?\"}");
    }

    @Test
    void a_file_with_a_byte_order_mark_and_windows_line_ends_keeps_both() throws Exception {
        String text = "\uFEFF" + rm("{action: continue, by: guard}").replace("\n", "\r\n");

        assertThat(updated(text)).isEqualTo(text.replace("action: continue", "action: deny"));
    }
}
