package dev.carabiner.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.LlmAgent;
import com.google.adk.apps.App;
import com.google.adk.events.Event;
import com.google.adk.models.LlmResponse;
import com.google.adk.plugins.BasePlugin;
import com.google.adk.plugins.Plugin;
import com.google.adk.runner.Runner;
import com.google.adk.summarizer.EventsCompactionConfig;
import com.google.adk.summarizer.LlmEventSummarizer;
import com.google.adk.tools.AgentTool;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.Content;
import com.google.genai.types.ExecutableCode;
import com.google.genai.types.Part;
import io.reactivex.rxjava3.core.Maybe;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The ways around that the page tells of and other tests do not: closed, detected, or open as the page says. */
@Timeout(60)
class OpenWaysTest extends EchoAgents {

    private static List<Event> ask(LlmAgent agent, Plugin... plugins) {
        return AdkRuns.ask(agent, "go", plugins);
    }

    @Nested
    class Closed {

        @Test
        void an_answer_of_the_agents_own_callback_in_the_tools_place_is_judged_too() {
            denies("echo");
            ScriptedLlm model = ScriptedLlm.of(callsEcho());

            ask(
                    agent(model)
                            .beforeToolCallback(
                                    (invocation, tool, arguments, context) -> Maybe.just(Map.of("result", "made up")))
                            .build(),
                    plugin());

            assertThat(told(model)).isEqualTo("Denied by hook: not here");
        }

        @Test
        void a_transfer_to_another_agent_is_a_tool_call_and_its_tools_are_guarded() {
            denies("echo");
            ScriptedLlm second = ScriptedLlm.of(callsEcho());
            LlmAgent other = agent(second).name("other").build();
            ScriptedLlm first =
                    ScriptedLlm.of(ScriptedLlm.calls("0", "transfer_to_agent", Map.of("agentName", "other")));

            ask(agent(first).subAgents(other).build(), plugin());

            assertThat(policy.tools("tool:pre")).contains("transfer_to_agent");
            assertThat(done).isEmpty();
        }
    }

    @Nested
    class Detected {

        /** Its agent runs as the subclass has it run, and nothing can be put around that. */
        @Test
        void a_subclass_of_the_tool_that_is_an_agent_is_reported() {
            denies("echo");
            LlmAgent inner = agent(ScriptedLlm.of(callsEcho())).name("inner").build();
            AgentTool own = new AgentTool(inner, false) {};
            ScriptedLlm model = ScriptedLlm.of(ScriptedLlm.calls("1", "inner", Map.of("request", "go")));

            ask(agent(model).tools(own).build(), plugin());

            assertThat(done).containsExactly("echo");
            assertThat(policy.tools("policy:violation")).containsExactly("inner");
        }

        @Test
        void a_result_that_an_agents_own_callback_changes_after_the_hooks() {
            ScriptedLlm model = ScriptedLlm.of(callsEcho());

            ask(
                    agent(model)
                            .afterToolCallback((invocation, tool, arguments, context, response) ->
                                    Maybe.just(Map.of("result", "changed")))
                            .build(),
                    plugin());

            assertThat(told(model)).isEqualTo("changed");
            assertThat(policy.all("tool:post").getFirst().toString()).contains("did it");
            assertThat(policy.tools("policy:violation")).containsExactly("echo");
        }

        @Test
        void a_plugin_before_this_one_answers_for_the_tool() {
            denies("echo");
            ScriptedLlm model = ScriptedLlm.of(callsEcho());
            Plugin before = new BasePlugin("before") {
                @Override
                public Maybe<Map<String, Object>> beforeToolCallback(
                        BaseTool tool, Map<String, Object> arguments, ToolContext context) {
                    return Maybe.just(Map.of("result", "made up"));
                }
            };

            ask(agent(model).build(), before, plugin());

            assertThat(told(model)).isEqualTo("made up");
            assertThat(policy.all("tool:pre")).isEmpty();
            assertThat(policy.tools("policy:violation")).containsExactly("echo");
        }
    }

    @Nested
    class Open {

        @Test
        void an_agents_own_callback_changes_an_answer_after_the_hooks() {
            ScriptedLlm model = ScriptedLlm.of(AdkContents.of("model", "hello"));

            List<Event> events = ask(
                    agent(model)
                            .afterModelCallback((context, response) -> Maybe.just(LlmResponse.builder()
                                    .content(AdkContents.of("model", "changed"))
                                    .build()))
                            .build(),
                    plugin());

            assertThat(AdkRuns.answer(events)).isEqualTo("changed");
            assertThat(policy.all("provider:response").getFirst().toString()).contains("hello");
        }

        @Test
        void an_agents_own_callback_changes_a_request_after_the_hooks() {
            ScriptedLlm model = ScriptedLlm.of();

            ask(
                    agent(model)
                            .beforeModelCallback((context, request) -> {
                                request.contents(List.of(AdkContents.of("user", "something else")));
                                return Maybe.empty();
                            })
                            .build(),
                    plugin());

            assertThat(told(model)).isEqualTo("something else");
            assertThat(policy.all("provider:request").getFirst().toString())
                    .contains("go")
                    .doesNotContain("something else");
        }

        @Test
        void the_program_itself_runs_a_tool() {
            denies("echo");
            plugin();

            assertThat(echo().runAsync(Map.of(), null).blockingGet()).containsEntry("result", "did it");
        }

        /** ADK asks that model itself, after the run, and no plugin is told. */
        @Test
        void a_model_that_sums_the_conversation_up_for_adk_is_asked() {
            ScriptedLlm summing = ScriptedLlm.of(AdkContents.of("model", "a summary"));
            Runner runner = Runner.builder()
                    .app(App.builder()
                            .name("app")
                            .rootAgent(agent(ScriptedLlm.of()).build())
                            .plugins(plugin())
                            .eventsCompactionConfig(new EventsCompactionConfig(1, 0, new LlmEventSummarizer(summing)))
                            .build())
                    .build();

            runner.runAsync("ann", AdkRuns.session(runner), Content.fromParts(Part.fromText("go")))
                    .blockingSubscribe();

            assertThat(summing.requests()).hasSize(1);
            assertThat(policy.all("provider:request"))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("go");
        }

        @Test
        void the_models_host_runs_code() {
            Content code = Content.builder()
                    .role("model")
                    .parts(Part.builder()
                            .executableCode(ExecutableCode.builder().code("print(1)"))
                            .build())
                    .build();

            ask(agent(ScriptedLlm.of(code)).build(), plugin());

            assertThat(policy.all("provider:response")).hasSize(1);
            assertThat(policy.all("tool:pre")).isEmpty();
        }
    }
}
