package dev.carabiner.runtime.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolResolutionTest {

    private final Stage stage = new Stage().tool(Stage.echo());

    @ParameterizedTest
    @CsvSource({"Nothing, text", "Echo, unknown"})
    void is_told_also_of_a_call_that_comes_to_nothing(String tool, String key) {
        Script script = Script.of(Script.calls(Script.call("1", tool, key, "x")), Script.text("done"));
        try (Session session = stage.start(script)) {
            session.prompt("go");
        }

        assertThat(stage.only("decision:tool_resolution").text("selected_tool")).isEqualTo(tool);
        assertThat(stage.events()).containsSubsequence("decision:tool_resolution", "error:tool");
        assertThat(stage.events()).doesNotContain("tool:pre");
    }
}
