package dev.carabiner.langchain4j;

import static dev.carabiner.langchain4j.ScriptedModel.calls;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.engine.Engine;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.guardrail.OutputGuardrail;
import dev.langchain4j.guardrail.OutputGuardrailResult;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.search.simple.SimpleToolSearchStrategy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More ways around that the page tells of: closed, or open as the page says. */
@Timeout(60)
class OtherWaysTest {

    interface Assistant {
        String ask(String prompt);
    }

    interface Counting {
        int count(String prompt);
    }

    class Wiping {
        @Tool
        String wipe() {
            done.add("wipe");
            return "wiped";
        }
    }

    private final TestPolicy policy = new TestPolicy();
    private final List<String> done = new CopyOnWriteArrayList<>();

    private void deniesWiping() {
        policy.on(
                HookOptions.forEvent("tool:pre").name("guard").tools("wipe"),
                (event, data) -> HookResult.deny("not here"));
    }

    private AiServices<Assistant> service(Engine engine, ScriptedModel model) {
        return AiServices.<Assistant>builder(Hooked.context(Assistant.class, engine))
                .chatModel(model);
    }

    @Nested
    class Closed {

        /** A guardrail that has the model answer again does so past the tool loop. */
        @Test
        void the_second_request_of_a_guardrail_passes_the_hooks() {
            OutputGuardrail again = new OutputGuardrail() {
                @Override
                public OutputGuardrailResult validate(AiMessage answer) {
                    return "bad".equals(answer.text()) ? reprompt("bad", "answer again") : success();
                }
            };
            ScriptedModel model = ScriptedModel.of(AiMessage.from("bad"), AiMessage.from("good"));

            assertThat(service(policy.engine(), model)
                            .outputGuardrails(again)
                            .build()
                            .ask("go"))
                    .isEqualTo("good");
            assertThat(policy.all("provider:request")).hasSize(2);
            assertThat(policy.all("provider:response")).hasSize(2);
        }

        /** The framework runs the tools that the model wants in its second answer, too. */
        @Test
        void a_tool_that_the_model_wants_after_a_guardrail_is_guarded() {
            deniesWiping();
            OutputGuardrail again = new OutputGuardrail() {
                @Override
                public OutputGuardrailResult validate(AiMessage answer) {
                    return "bad".equals(answer.text()) ? reprompt("bad", "answer again") : success();
                }
            };
            ScriptedModel model =
                    ScriptedModel.of(AiMessage.from("bad"), calls("1", "wipe", "{}"), AiMessage.from("good"));

            service(policy.engine(), model)
                    .tools(new Wiping())
                    .outputGuardrails(again)
                    .build()
                    .ask("go");

            assertThat(done).isEmpty();
            assertThat(policy.tools("tool:pre")).containsExactly("wipe");
        }

        @Test
        void a_tool_that_the_model_has_searched_for_is_guarded_and_so_is_the_search() {
            deniesWiping();
            ScriptedModel model = ScriptedModel.of(
                    calls("1", "tool_search_tool", "{\"terms\": [\"wipe\"]}"), calls("2", "wipe", "{}"));

            service(policy.engine(), model)
                    .tools(new Wiping())
                    .toolSearchStrategy(new SimpleToolSearchStrategy())
                    .build()
                    .ask("go");

            assertThat(done).isEmpty();
            assertThat(policy.tools("tool:pre")).containsExactly("tool_search_tool", "wipe");
        }

        /** The answer is read as an object, and the tools before it run as always. */
        @Test
        void a_tool_of_a_service_that_answers_with_an_object_is_guarded() {
            deniesWiping();
            ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{}"), AiMessage.from("7"));

            int answer = AiServices.<Counting>builder(Hooked.context(Counting.class, policy.engine()))
                    .chatModel(model)
                    .tools(new Wiping())
                    .build()
                    .count("go");

            assertThat(answer).isEqualTo(7);
            assertThat(done).isEmpty();
        }

        /** A memory that holds a call and its result from elsewhere: nothing runs for it. */
        @Test
        void a_result_that_stands_in_the_memory_runs_nothing() {
            deniesWiping();
            MessageWindowChatMemory memory = MessageWindowChatMemory.withMaxMessages(20);
            memory.add(UserMessage.from("before"));
            memory.add(calls("1", "wipe", "{}"));
            memory.add(ToolExecutionResultMessage.from("1", "wipe", "wiped"));
            ScriptedModel model = ScriptedModel.of();

            service(policy.engine(), model)
                    .tools(new Wiping())
                    .chatMemory(memory)
                    .build()
                    .ask("go");

            assertThat(done).isEmpty();
            assertThat(policy.all("tool:pre")).isEmpty();
            assertThat(policy.all("provider:request").getFirst().toString()).contains("wiped");
        }

        @Test
        void a_guarded_executor_runs_nothing_outside_a_call_of_its_service() {
            ToolExecutor guarded = new GuardedExecutor(
                    (request, id) -> "ran",
                    new Invocations(
                            new HookedContext(Assistant.class, dev.carabiner.host.Conversations.under(policy.engine())),
                            dev.carabiner.host.Conversations.under(policy.engine())));
            ToolExecutionRequest request =
                    ToolExecutionRequest.builder().name("wipe").arguments("{}").build();

            assertThatThrownBy(() -> guarded.execute(request, "1")).hasMessageContaining("is guarded");
        }
    }

    @Nested
    class Guarded_as_a_session_of_its_own {

        /** A tool that hands its work to another thread, which calls a service there. */
        @Test
        void a_service_that_a_tool_calls_on_another_thread() {
            deniesWiping();
            Engine engine = policy.engine();
            ScriptedModel inner = ScriptedModel.of(calls("2", "wipe", "{}"));
            Assistant helper = service(engine, inner).tools(new Wiping()).build();
            class Delegating {
                @Tool
                String help() throws InterruptedException {
                    Thread thread = Thread.ofVirtual().start(() -> helper.ask("wipe it"));
                    thread.join();
                    return "helped";
                }
            }

            service(engine, ScriptedModel.of(calls("1", "help", "{}")))
                    .tools(new Delegating())
                    .build()
                    .ask("go");

            assertThat(done).isEmpty();
            assertThat(policy.all("session:fork")).isEmpty();
            assertThat(policy.all("session:start")).hasSize(2);
        }
    }

    @Nested
    class Open {

        /** Plain Java among the agents of a system is neither a model's nor a tool's work. */
        @Test
        void a_plain_step_of_an_agentic_system_runs() {
            policy.on("tool:pre", (event, data) -> HookResult.deny("not here"));
            Hooked.everywhere(policy.engine());
            try {
                AgenticServices.sequenceBuilder()
                        .subAgents(AgenticServices.agentAction(() -> done.add("step")))
                        .build()
                        .invoke(Map.of());
            } finally {
                Hooked.nowhere();
            }
            assertThat(done).containsExactly("step");
        }

        @Test
        void the_program_itself_runs_a_tool() throws Exception {
            deniesWiping();
            policy.engine();
            Wiping tools = new Wiping();

            new DefaultToolExecutor(tools, Wiping.class.getDeclaredMethod("wipe"))
                    .execute(
                            ToolExecutionRequest.builder()
                                    .name("wipe")
                                    .arguments("{}")
                                    .build(),
                            "1");

            assertThat(done).containsExactly("wipe");
        }
    }
}
