package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code carabiner explain}. */
class ExplainCommandTest extends TypedCommands {

    private static final String FORCED_PUSH =
            "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"git push --force\"}}";

    private EventData explained(String event, String data) {
        assertThat(carabiner("explain", event, "--bundle", "default", "--json", "--data", data))
                .as(err())
                .isZero();
        return EventDataJson.read(out());
    }

    @Nested
    class The_page {

        @Test
        void tells_who_asks_and_who_would_flip_it() {
            assertThat(carabiner("explain", "tool:pre", "--bundle", "default", "--data", FORCED_PUSH))
                    .isZero();
            assertThat(out())
                    .startsWith("ASK   tool:pre   \"Run this command")
                    .contains("shell-guard       ask")
                    .contains("linter-feedback   –")
                    .contains("only for tool:post")
                    .contains("flips it   shell-guard alone: without it → continue");
        }

        @Test
        void leaves_nothing_behind() throws Exception {
            carabiner("explain", "tool:pre", "--bundle", "default", "--data", FORCED_PUSH);

            try (Stream<Path> files = Files.walk(temporary)) {
                assertThat(files.filter(Files::isRegularFile)).isEmpty();
            }
        }
    }

    @Nested
    class The_JSON {

        private static final Path SCHEMA = Path.of("../docs/explain.schema.json");

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"git push --force\"}}",
                    "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"rm -rf /\"}}",
                    "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"},\"own\":[1,{\"deep\":null}]}",
                    "{\"tool_name\":\"Bash\",\"tool_input\":\"no object\"}",
                    "{\"tool_name\":7}",
                    "{}"
                })
        void fits_its_schema(String data) throws Exception {
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(Files.readString(SCHEMA), InputFormat.JSON);
            for (String event : List.of("tool:pre", "tool:post", "session:start", "my.own:event")) {
                explained(event, data);

                assertThat(schema.validate(out(), InputFormat.JSON)).as(out()).isEmpty();
            }
        }

        @Test
        void keeps_what_no_hook_knows() {
            EventData json = explained("tool:pre", "{\"own\":[1,{\"deep\":null}],\"session_id\":\"s-9\"}");

            assertThat(json.object("data").get("own"))
                    .isEqualTo(EventData.of("x", List.of(1, deep())).get("x"));
            assertThat(json.object("data").get("session_id")).isEqualTo("s-9");
        }

        private static EventData deep() {
            return EventDataJson.read("{\"deep\":null}");
        }

        @Test
        void says_what_decides() {
            EventData json = explained("tool:pre", FORCED_PUSH);

            assertThat(json.get("action")).isEqualTo("ask_user");
            assertThat(json.get("decided_by")).isEqualTo("shell-guard");
            assertThat((List<?>) json.get("flips")).singleElement().asString().contains("hook=shell-guard");
        }
    }

    @Nested
    class Data {

        @Test
        void come_from_a_file_or_from_standard_input() throws Exception {
            Files.writeString(project.resolve("call.json"), FORCED_PUSH);
            typed = FORCED_PUSH;
            for (String where : List.of("@call.json", "-")) {
                assertThat(carabiner("explain", "tool:pre", "--bundle", "default", "--data", where))
                        .isZero();
                assertThat(out()).startsWith("ASK");
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"[]", "nonsense", "{\"a\":", "\"text\"", ""})
        void that_are_no_object_are_wrong_usage(String data) {
            assertThat(carabiner("explain", "tool:pre", "--data", data)).isEqualTo(2);
            assertThat(err()).contains("--data is no JSON object").contains("Expected an object");
        }

        @Test
        void in_a_file_that_is_missing_are_told_so() {
            assertThat(carabiner("explain", "tool:pre", "--data", "@nope.json")).isEqualTo(1);
            assertThat(err()).contains("There is no file").contains("nope.json");
        }
    }

    @Nested
    class The_bundle {

        @Test
        void may_be_only_a_policy() throws Exception {
            Path policy = Files.writeString(
                    project.resolve("policy.yaml"),
                    "bundle: {name: team, version: 3}\nhooks: [{module: shell-guard, config: {deny: [ls]}}]\n");

            assertThat(carabiner(
                            "explain",
                            "tool:pre",
                            "--bundle",
                            policy.toString(),
                            "--data",
                            EventDataJson.write(
                                    EventData.of("tool_name", "Bash", "tool_input", Map.of("command", "ls -la")))))
                    .isZero();
            assertThat(out()).startsWith("DENY").contains("bundle team@3, 1 hook, 1 matched");
        }

        @Test
        void of_a_project_counts_only_if_it_is_trusted() throws Exception {
            Files.createDirectories(project.resolve(".carabiner"));
            Files.writeString(project.resolve(".carabiner/bundle.yaml"), "bundle: {name: theirs, version: 1}\n");

            assertThat(carabiner("explain", "tool:pre")).isEqualTo(2);
            assertThat(err()).contains("is not trusted");
        }

        @Test
        void with_a_mistake_is_told_with_its_line() throws Exception {
            Files.writeString(project.resolve("b.yaml"), "bundle: {name: x}\nhooks: [{module: nope}]\n");

            assertThat(carabiner("explain", "tool:pre", "--bundle", "b.yaml")).isEqualTo(1);
            assertThat(err()).contains("b.yaml:2:");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tool", "tool:*", "TOOL:PRE", ""})
    void a_name_that_cannot_be_emitted_is_wrong_usage(String event) {
        assertThat(carabiner("explain", event)).isEqualTo(2);
        assertThat(err()).contains("event");
    }
}
