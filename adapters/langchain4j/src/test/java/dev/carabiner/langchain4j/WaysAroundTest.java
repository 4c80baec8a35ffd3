package dev.carabiner.langchain4j;

import static dev.carabiner.langchain4j.ScriptedModel.calls;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.langchain4j.agent.tool.CompensateFor;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.V;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each way around the hooks that LangChain4j has: closed, detected, or documented as open. */
@Timeout(60)
class WaysAroundTest {

    interface Assistant {
        String ask(String prompt);
    }

    private final TestPolicy policy = new TestPolicy();
    private final List<String> done = new CopyOnWriteArrayList<>();

    private AiServices<Assistant> service(ScriptedModel model) {
        return AiServices.<Assistant>builder(Hooked.context(Assistant.class, policy.engine()))
                .chatModel(model);
    }

    private void denies(String... tools) {
        policy.on(
                HookOptions.forEvent("tool:pre").name("guard").tools(tools),
                (event, data) -> HookResult.deny("not here"));
    }

    private static ToolSpecification spec(String name) {
        return ToolSpecification.builder()
                .name(name)
                .parameters(JsonObjectSchema.builder().addStringProperty("text").build())
                .build();
    }

    private static List<String> results(ScriptedModel model, int request) {
        return model.sent(request).stream()
                .filter(ToolExecutionResultMessage.class::isInstance)
                .map(it -> ((ToolExecutionResultMessage) it).text())
                .toList();
    }

    @Nested
    class Tools_of {

        private final ToolProvider provider = request -> ToolProviderResult.builder()
                .add(spec("provided"), (call, id) -> {
                    done.add("provided");
                    return "provided";
                })
                .build();

        @Test
        void a_provider_are_guarded() {
            denies("provided");
            ScriptedModel model = ScriptedModel.of(calls("1", "provided", "{}"));

            service(model).toolProvider(provider).build().ask("go");

            assertThat(done).isEmpty();
            assertThat(results(model, 2)).containsExactly("Denied by hook: not here");
        }

        @Test
        void a_provider_that_brings_them_later_are_guarded() {
            denies("provided");
            ToolProvider late = new ToolProvider() {
                @Override
                public ToolProviderResult provideTools(ToolProviderRequest request) {
                    return request.messages().size() < 3
                            ? ToolProviderResult.builder().build()
                            : provider.provideTools(request);
                }

                @Override
                public boolean isDynamic() {
                    return true;
                }
            };
            ScriptedModel model = ScriptedModel.of(calls("1", "first", "{}"), calls("2", "provided", "{}"));

            service(model)
                    .tools(java.util.Map.of(spec("first"), (call, id) -> "first"))
                    .toolProvider(late)
                    .build()
                    .ask("go");

            assertThat(policy.tools("tool:pre")).containsExactly("first", "provided");
            assertThat(done).isEmpty();
        }

        @Test
        void agents_are_guarded_by_the_factory_and_each_agent_has_a_child_session() {
            denies("wipe");
            ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{}"), AiMessage.from("no"));
            Hooked.everywhere(policy.engine());

            String answer = AgenticServices.agentBuilder(Writer.class)
                    .chatModel(model)
                    .tools(new Wiping())
                    .outputKey("text")
                    .build()
                    .write("x");

            assertThat(answer).isEqualTo("no");
            assertThat(done).isEmpty();
            assertThat(policy.all("agent:spawn")).hasSize(1);
            assertThat(policy.all("tool:pre").getFirst().text("session_id"))
                    .startsWith(policy.all("session:start").getFirst().text("session_id") + ".Writer");
        }

        @AfterEach
        void nowhere() {
            Hooked.nowhere();
        }

        class Wiping {
            @Tool
            String wipe() {
                done.add("wipe");
                return "wiped";
            }
        }
    }

    /** An agent of the agentic module. */
    public interface Writer {
        @dev.langchain4j.agentic.Agent
        @dev.langchain4j.service.UserMessage("Write about {{topic}}")
        String write(@V("topic") String topic);
    }

    @Nested
    class Services_built_without_the_line {

        @Test
        void are_not_guarded_unless_the_policy_is_everywhere() {
            denies("wipe");
            ScriptedModel open = ScriptedModel.of(calls("1", "wipe", "{}"));
            AiServices.builder(Assistant.class)
                    .chatModel(open)
                    .tools(new Wiping())
                    .build()
                    .ask("go");
            assertThat(done).containsExactly("wipe");

            Hooked.everywhere(policy.engine());
            try {
                ScriptedModel closed = ScriptedModel.of(calls("1", "wipe", "{}"));
                AiServices.builder(Assistant.class)
                        .chatModel(closed)
                        .tools(new Wiping())
                        .build()
                        .ask("go");
                assertThat(results(closed, 2)).containsExactly("Denied by hook: not here");
            } finally {
                Hooked.nowhere();
            }
            assertThat(done).containsExactly("wipe");
        }

        class Wiping {
            @Tool
            String wipe() {
                done.add("wipe");
                return "wiped";
            }
        }
    }

    @Nested
    class Compensating_actions {

        class Booking {
            @Tool
            String book(@P("text") String text) {
                done.add("book " + text);
                return "booked";
            }

            @CompensateFor("book")
            String cancel(@P("text") String text) {
                done.add("cancel " + text);
                return "cancelled";
            }

            @Tool
            String fail() {
                throw new IllegalStateException("it fails");
            }

            @Tool
            String wipe() {
                done.add("wipe");
                return "wiped";
            }
        }

        private ScriptedModel bookAnd(String second) {
            ScriptedModel model =
                    ScriptedModel.of(calls("1", "book", "{\"text\": \"a room\"}"), calls("2", second, "{}"));
            service(model)
                    .tools(new Booking())
                    .compensateOnToolErrors(true)
                    .build()
                    .ask("go");
            return model;
        }

        @Test
        void are_guarded_calls() {
            ScriptedModel model = bookAnd("fail");

            assertThat(done).containsExactly("book a room", "cancel a room");
            assertThat(policy.tools("tool:pre")).containsExactly("book", "fail", "compensate_book");
            assertThat(model.sent(3)).last().asString().contains("has been undone");
        }

        @Test
        void do_not_run_if_a_hook_denies_them() {
            denies("compensate_*");
            ScriptedModel model = bookAnd("fail");

            assertThat(done).containsExactly("book a room");
            assertThat(model.sent(3)).last().asString().contains("could not be undone: Denied by hook");
        }

        @Test
        void do_not_run_after_a_denial() {
            denies("wipe");
            bookAnd("wipe");

            assertThat(done).containsExactly("book a room");
        }
    }

    @Nested
    class What_is_judged_is_what_runs {

        class Echo {
            @Tool
            String echo(@P("text") String text) {
                done.add(text);
                return text;
            }
        }

        @Test
        void also_when_the_model_writes_a_key_twice() {
            ScriptedModel model = ScriptedModel.of(calls("1", "echo", "{\"text\": \"good\", \"text\": \"bad\"}"));

            service(model).tools(new Echo()).build().ask("go");

            assertThat(done).isEmpty();
            assertThat(results(model, 2).getFirst()).contains("not valid JSON");
            assertThat(policy.tools("error:tool")).containsExactly("echo");
        }

        @Test
        void and_a_tool_that_returns_at_once_does_not_return_what_a_hook_took_away() {
            policy.on(
                    "tool:post",
                    (event, data) -> HookResult.modify(data.with(
                                    "tool_result",
                                    dev.carabiner.event.EventData.of("success", true, "output", "hidden"))
                            .asMap()));
            class Immediate {
                @Tool(returnBehavior = dev.langchain4j.agent.tool.ReturnBehavior.IMMEDIATE)
                String secret() {
                    return "secret";
                }
            }
            ScriptedModel model = ScriptedModel.of(calls("1", "secret", "{}"));

            assertThat(service(model).tools(new Immediate()).build().ask("go")).isEqualTo("hidden");
        }
    }

    @Nested
    class Models {

        @Test
        void of_a_service_answer_nobody_but_the_service() {
            ScriptedModel model = ScriptedModel.of(AiMessage.from("hello"));
            var context = Hooked.context(Assistant.class, policy.engine());
            Assistant assistant =
                    AiServices.<Assistant>builder(context).chatModel(model).build();
            assertThat(assistant.ask("hi")).isEqualTo("hello");

            ChatRequest direct = ChatRequest.builder()
                    .messages(UserMessage.from("past the hooks"))
                    .build();
            assertThatThrownBy(() -> context.chatModel.chat(direct)).hasMessageContaining("comes from no call");
        }

        /** Open, and on the page: a model that is no service's is asked past the hooks. */
        @Test
        void that_are_asked_directly_pass_no_seam() {
            ScriptedModel model = ScriptedModel.of(AiMessage.from("hello"));

            assertThat(model.chat("hi")).isEqualTo("hello");
            assertThat(policy.all("provider:request")).isEmpty();
        }
    }

    @Nested
    class Sub_agents {

        @Test
        void that_are_denied_are_an_error_result() {
            policy.on("agent:spawn", (event, data) -> HookResult.deny("alone"));
            ScriptedModel model = ScriptedModel.of(calls("1", "help", "{\"text\": \"x\"}"), AiMessage.from("ok"));
            var engine = policy.engine();
            Assistant helper = AiServices.<Assistant>builder(Hooked.context(Assistant.class, engine))
                    .chatModel(model)
                    .build();
            class Delegating {
                @Tool
                String help(@P("text") String text) {
                    return helper.ask(text);
                }
            }
            String answer = AiServices.<Assistant>builder(Hooked.context(Assistant.class, engine))
                    .chatModel(model)
                    .tools(new Delegating())
                    .build()
                    .ask("go");

            assertThat(answer).isEqualTo("ok");
            assertThat(results(model, 2)).containsExactly("Denied by hook: alone");
        }
    }

    /** A tool call after its service's call has ended, as a stray thread would make it. */
    @Test
    void late_calls_are_refused() {
        var context = Hooked.context(Assistant.class, policy.engine());
        class Echo {
            @Tool
            String echo() {
                done.add("echo");
                return "echo";
            }
        }
        List<dev.langchain4j.invocation.InvocationContext> seen = new CopyOnWriteArrayList<>();
        AiServices.<Assistant>builder(context)
                .chatModel(ScriptedModel.of(calls("1", "echo", "{}")))
                .tools(new Echo())
                .beforeToolExecution(it -> seen.add(it.invocationContext()))
                .build()
                .ask("go");
        var tools = context.toolService.createContext(
                seen.getFirst().toBuilder()
                        .invocationId(java.util.UUID.randomUUID())
                        .build(),
                UserMessage.from("x"),
                new java.util.ArrayList<>());

        var late = tools.toolExecutors()
                .get("echo")
                .executeWithContext(
                        ToolExecutionRequest.builder()
                                .id("9")
                                .name("echo")
                                .arguments("{}")
                                .build(),
                        seen.getFirst());

        assertThat(late.isError()).isTrue();
        assertThat(done).containsExactly("echo");
    }
}
