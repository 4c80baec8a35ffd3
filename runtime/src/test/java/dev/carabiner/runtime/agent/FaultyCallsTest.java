package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.Usage;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Calls that cannot be carried out as the model made them: it is told, and the turn goes on. */
class FaultyCallsTest {

    private final Stage stage = new Stage().tool(Stage.echo());

    private List<Message> resultsAfter(Script script) {
        try (Session session = stage.start(script)) {
            TurnResult result = session.prompt("go");
            assertThat(result.status()).isEqualTo(TurnStatus.SUCCESS);
            assertThat(result.answer()).isEqualTo("done");
            return session.messages().stream().filter(Message::isToolResult).toList();
        }
    }

    @Nested
    class Arguments_that_are_no_json {

        private final Script script = Script.of(
                request -> new ModelAnswer(
                        "",
                        List.of(call("1", "Echo"), call("2", "Echo", "text", "hi")),
                        Usage.NONE,
                        "tool_use",
                        EventData.empty(),
                        Map.of(0, "the text ends too early")),
                text("done"));

        @Test
        void are_an_error_for_the_model_beside_the_results_of_the_other_calls() {
            List<Message> results = resultsAfter(script);

            assertThat(results)
                    .extracting(Message::text)
                    .containsExactly(
                            "The arguments of this call are not valid JSON: the text ends too early", "echo: hi");
            assertThat(results.getFirst().metadata()).containsEntry("is_error", true);
        }

        @Test
        void never_reach_the_tool_and_are_told_to_the_hooks() {
            resultsAfter(script);

            assertThat(stage.all("tool:pre")).hasSize(1);
            assertThat(stage.all("decision:tool_resolution")).hasSize(2);
            assertThat(stage.only("error:tool").object("error").text("type")).isEqualTo("InvalidInput");
        }
    }

    @Nested
    class More_calls_than_one_answer_may_make {

        private final Script script = Script.of(
                calls(IntStream.range(0, ToolCalls.MOST + 3)
                        .mapToObj(i -> call("c" + i, "Echo", "text", "x"))
                        .toArray(ToolCall[]::new)),
                text("done"));

        @Test
        void are_not_run_and_each_has_its_answer() {
            List<Message> results = resultsAfter(script);

            assertThat(results).hasSize(ToolCalls.MOST + 3);
            assertThat(results.subList(0, ToolCalls.MOST))
                    .allMatch(it -> it.text().equals("echo: x"));
            assertThat(results.subList(ToolCalls.MOST, results.size()))
                    .allMatch(it -> it.text().contains("at most " + ToolCalls.MOST + " calls"));
        }

        @Test
        void are_told_of_once() {
            resultsAfter(script);

            assertThat(stage.all("tool:pre")).hasSize(ToolCalls.MOST);
            assertThat(stage.only("error:tool").object("error").text("message")).isEqualTo("3 calls were not run");
        }
    }
}
