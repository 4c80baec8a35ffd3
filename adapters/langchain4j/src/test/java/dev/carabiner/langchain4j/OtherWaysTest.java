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
import dev.langchain4j.guardrail.OutputGuardrail;
import dev.langchain4j.guardrail.OutputGuardrailResult;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
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

        @Test
        void a_guarded_executor_runs_nothing_outside_a_call_of_its_service() {
            ToolExecutor guarded = new GuardedExecutor(
                    (request, id) -> "ran",
                    List::of,
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
