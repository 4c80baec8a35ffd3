package dev.carabiner.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.PermitException;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolPermit;
import dev.carabiner.session.ToolResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolBoxTest {

    @TempDir
    private Path directory;

    private Rig rig;

    @BeforeEach
    void open() {
        rig = new Rig(directory);
    }

    /** A tool that is not ours, with any schema. */
    private record Foreign(EventData inputSchema) implements Tool {

        @Override
        public String name() {
            return "Foreign";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public ToolResult run(EventData input, ToolRun run) {
            return ToolResult.of("ran");
        }
    }

    @Nested
    class The_tools {

        @Test
        void have_the_names_that_agents_know() {
            assertThat(rig.box.names())
                    .containsExactly("Read", "Write", "Edit", "MultiEdit", "Glob", "Grep", "Bash", "TodoWrite");
            assertThat(rig.box.specs()).allSatisfy(it -> {
                assertThat(it.description()).isNotBlank();
                assertThat(it.inputSchema().get("type")).isEqualTo("object");
            });
        }

        @Test
        void can_be_looked_at_but_not_run() {
            Tool bash = rig.box.tool("Bash");

            assertThat(bash.description()).contains("shell");
            assertThatThrownBy(() -> bash.run(EventData.of("command", "touch x"), new ToolRun(rig.session)))
                    .hasMessageContaining("on a permit only");
            assertThat(directory.resolve("x")).doesNotExist();
            assertThat(rig.box.tool("Nothing")).isNull();
        }

        @Test
        void of_one_name_are_one() {
            Foreign tool = new Foreign(EventData.of("type", "object"));

            assertThatThrownBy(() -> new ToolBox(List.of(tool, tool)))
                    .hasMessage("There are two tools named Foreign; expected one");
        }
    }

    @Nested
    class A_permit {

        @Test
        void runs_its_tool_once() throws Exception {
            ToolPermit permit = rig.permit("Write", "file_path", "a", "content", "1");
            rig.box.run(permit, new ToolRun(rig.session));
            Files.writeString(directory.resolve("a"), "2");

            assertThatThrownBy(() -> rig.box.run(permit, new ToolRun(rig.session)))
                    .isInstanceOf(PermitException.class)
                    .hasMessageContaining("has been used before");
            assertThat(directory.resolve("a")).hasContent("2");
        }

        @Test
        void of_another_session_runs_nothing() {
            ToolPermit permit = rig.permit("Write", "file_path", "a", "content", "1");
            SessionCoordinator other =
                    SessionCoordinator.builder().sessionId("s-2").build();

            assertThatThrownBy(() -> rig.box.run(permit, new ToolRun(other)))
                    .isInstanceOf(PermitException.class)
                    .hasMessageContaining("was minted in session s-1, not in s-2");
            assertThat(directory.resolve("a")).doesNotExist();
        }

        @Test
        void for_a_tool_that_is_not_here_runs_nothing() {
            ToolPermit permit = rig.permit("Delete", "file_path", "a");

            assertThatThrownBy(() -> rig.box.run(permit, new ToolRun(rig.session)))
                    .isInstanceOf(ToolInputException.class)
                    .hasMessageStartingWith("There is no tool Delete; the tools are Read, Write");
        }

        @Test
        void runs_what_the_hooks_made_of_the_input() throws Exception {
            rig.hooks.register(
                    "tool:pre",
                    (event, data) ->
                            HookResult.modify(data.update("tool_input", input -> input.with("content", "safe"))));

            rig.run("Write", "file_path", "a", "content", "raw");

            assertThat(directory.resolve("a")).hasContent("safe");
        }

        @Test
        void for_an_input_that_a_hook_has_spoilt_runs_nothing() {
            rig.hooks.register(
                    "tool:pre",
                    (event, data) -> HookResult.modify(data.update("tool_input", input -> input.with("content", 3))));

            assertThatThrownBy(() -> rig.run("Write", "file_path", "a", "content", "raw"))
                    .isInstanceOf(ToolInputException.class)
                    .hasMessage("The permitted input of Write is wrong: content: integer found, string expected");
            assertThat(directory.resolve("a")).doesNotExist();
        }
    }

    @Nested
    class An_input {

        @Test
        void that_fits_has_no_problems() {
            assertThat(rig.box.check("Read", EventData.of("file_path", "a", "limit", 3)))
                    .isEmpty();
            assertThat(rig.box.check("Grep", EventData.of("pattern", "a", "-i", true, "-C", 2)))
                    .isEmpty();
        }

        @Test
        void that_does_not_fit_is_told_so_place_by_place() {
            assertThat(rig.box.check("Read", EventData.empty()))
                    .containsExactly("required property 'file_path' not found");
            assertThat(rig.box.check("Read", EventData.of("file_path", "a", "limit", 0, "colour", "red")))
                    .containsExactlyInAnyOrder(
                            "limit: must have a minimum value of 1",
                            "property 'colour' is not defined in the schema and the schema does not allow additional"
                                    + " properties");
            assertThat(rig.box.check(
                            "MultiEdit",
                            EventData.of(
                                    "file_path", "a", "edits", List.of(Map.of("old_string", "x", "new_string", true)))))
                    .containsExactly("edits.0.new_string: boolean found, string expected");
            assertThat(rig.box.check(
                            "TodoWrite", EventData.of("todos", List.of(Map.of("content", "a", "status", "?")))))
                    .containsExactly(
                            "todos.0.status: does not have a value in the enumeration [\"pending\", \"in_progress\","
                                    + " \"completed\"]");
        }

        @Test
        void for_no_tool_names_those_that_there_are() {
            assertThat(rig.box.check("Delete", EventData.empty()))
                    .containsExactly(
                            "There is no tool Delete; the tools are Read, Write, Edit, MultiEdit, Glob, Grep, Bash,"
                                    + " TodoWrite");
        }

        @Test
        void with_a_thousand_problems_is_told_of_some() {
            List<Integer> many = Collections.nCopies(150, 1);

            assertThat(rig.box.check("TodoWrite", EventData.of("todos", many)))
                    .hasSize(11)
                    .endsWith("and 140 more");
        }
    }

    @Nested
    class A_foreign_schema {

        private List<String> check(EventData schema, EventData input) {
            return new ToolBox(List.of(new Foreign(schema))).check("Foreign", input);
        }

        @Test
        void of_an_older_draft_is_understood() {
            EventData schema = EventData.of(
                    "$schema", "http://json-schema.org/draft-07/schema#", "type", "object", "required", List.of("a"));

            assertThat(check(schema, EventData.empty())).containsExactly("required property 'a' not found");
        }

        @Test
        void never_has_anything_fetched() {
            for (String elsewhere : List.of("http://127.0.0.1:9/s", "file:///etc/hostname", "classpath:logging.json")) {
                EventData schema = EventData.of("type", "object", "properties", Map.of("a", Map.of("$ref", elsewhere)));

                assertThatThrownBy(() -> check(schema, EventData.of("a", 1)))
                        .isInstanceOf(ToolInputException.class)
                        .hasMessageStartingWith("The input schema of Foreign cannot be used: ");
            }
        }

        @Test
        void with_an_expression_that_never_ends_is_given_up() {
            EventData schema =
                    EventData.of("type", "object", "properties", Map.of("a", Map.of("pattern", "^(a+a+)+\\1b$")));

            assertThat(check(schema, EventData.of("a", "a".repeat(60) + "!")))
                    .containsExactly("is too large or too deep to be checked");
        }

        @Test
        void that_contains_itself_does_not_overflow() {
            EventData schema = EventData.of(
                    "type", "object", "properties", Map.of("a", Map.of("$ref", "#")), "required", List.of());
            EventData input = EventData.empty();
            for (int i = 0; i < 500; i++) {
                input = EventData.of("a", input);
            }

            assertThat(check(schema, input)).hasSizeLessThan(2);
        }
    }
}
