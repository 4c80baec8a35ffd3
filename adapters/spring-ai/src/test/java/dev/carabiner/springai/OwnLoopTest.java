package dev.carabiner.springai;

import static dev.carabiner.springai.ScriptedModel.calls;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.host.Conversations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientAttributes;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.ai.tool.metadata.ToolMetadata;
import org.springframework.ai.tool.resolution.StaticToolCallbackResolver;
import org.springframework.core.Ordered;

/** Clients whose loop is the application's own: with a manager that is not guarded, or one that finds tools by itself. */
@Timeout(60)
class OwnLoopTest {

    private final TestPolicy policy = new TestPolicy();
    private final List<String> done = new CopyOnWriteArrayList<>();

    record Input(String text) {}

    private ToolCallback tool(String name, boolean isDirect) {
        return FunctionToolCallback.builder(name, (Input input) -> {
                    if ("fail".equals(input.text())) {
                        throw new IllegalArgumentException("it fails");
                    }
                    done.add(name + " " + input.text());
                    return "did " + input.text();
                })
                .description("of the test")
                .inputType(Input.class)
                .toolMetadata(ToolMetadata.builder().returnDirect(isDirect).build())
                .build();
    }

    private ToolCallback wipe() {
        return tool("wipe", false);
    }

    private void denies(String name) {
        policy.on(
                HookOptions.forEvent("tool:pre").name("guard").tools(name),
                (event, data) -> HookResult.deny("not here"));
    }

    private Conversations conversations() {
        return Conversations.under(policy.engine());
    }

    private static String result(ScriptedModel model, int request) {
        return ((ToolResponseMessage) model.sent(request).getLast())
                .getResponses()
                .getLast()
                .responseData();
    }

    /** The advisors, and beside them a loop with this manager, which is not guarded. */
    private ChatClient.Builder ownLoop(ScriptedModel model, ToolCallingManager manager) {
        return ChatClient.builder(model)
                .defaultAdvisors(CarabinerAdvisors.aroundLoop(conversations()))
                .defaultAdvisors(
                        ToolCallingAdvisor.builder().toolCallingManager(manager).build());
    }

    private ChatClient.Builder ownLoop(ScriptedModel model) {
        return ownLoop(model, ToolCallingManager.builder().build());
    }

    private static ToolCallingManager finding(ToolCallback... tools) {
        return DefaultToolCallingManager.builder()
                .toolCallbackResolver(new StaticToolCallbackResolver(List.of(tools)))
                .resolutionFallbackEnabled(true)
                .build();
    }

    /** An advisor that puts one more tool into each request, inside of Carabiner's. */
    private static CallAdvisor bringing(ToolCallback tool) {
        return new CallAdvisor() {
            @Override
            public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
                ToolCallingChatOptions options =
                        (ToolCallingChatOptions) request.prompt().getOptions();
                List<ToolCallback> tools = new ArrayList<>(options.getToolCallbacks());
                tools.add(tool);
                Prompt prompt = new Prompt(
                        request.prompt().getInstructions(),
                        options.mutate().toolCallbacks(tools).build());
                return chain.nextCall(request.mutate().prompt(prompt).build());
            }

            @Override
            public String getName() {
                return "bringing";
            }

            @Override
            public int getOrder() {
                return Ordered.HIGHEST_PRECEDENCE + 150;
            }
        };
    }

    @Nested
    class A_loop_with_a_manager_that_is_not_guarded {

        @Test
        void runs_the_tools_of_the_request_through_the_hooks() {
            denies("wipe");
            ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}"));

            ownLoop(model).defaultTools(wipe()).build().prompt("go").call().content();

            assertThat(done).isEmpty();
            assertThat(result(model, 2)).isEqualTo("Denied by hook: not here");
            assertThat(policy.all("tool:pre"))
                    .extracting(it -> it.text("tool_call_id"))
                    .containsExactly("1");
        }

        @Test
        void also_when_the_answer_is_streamed() {
            denies("wipe");
            ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}"));

            ownLoop(model).defaultTools(wipe()).build().prompt("go").stream()
                    .content()
                    .collectList()
                    .block();

            assertThat(done).isEmpty();
            assertThat(result(model, 2)).isEqualTo("Denied by hook: not here");
        }

        @Test
        void and_those_of_a_provider_with_the_input_that_was_permitted() {
            policy.on(
                    "tool:pre",
                    (event, data) -> HookResult.modify(data.update("tool_input", it -> it.with("text", "checked"))
                            .asMap()));
            ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}"));

            ownLoop(model)
                    .build()
                    .prompt("go")
                    .tools((org.springframework.ai.tool.ToolCallbackProvider) () -> new ToolCallback[] {wipe()})
                    .call()
                    .content();

            assertThat(done).containsExactly("wipe checked");
            assertThat(policy.all("policy:violation")).isEmpty();
        }

        /** Nothing tells the model then; nothing has run either. */
        @Test
        void gives_the_user_the_denial_of_a_tool_that_returns_directly() {
            denies("look");
            ScriptedModel model = ScriptedModel.of(calls("1", "look", "{\"text\": \"x\"}"));

            String answer = ownLoop(model)
                    .defaultTools(tool("look", true))
                    .build()
                    .prompt("go")
                    .call()
                    .content();

            assertThat(answer).isEqualTo("Denied by hook: not here");
            assertThat(done).isEmpty();
        }

        /** It never came past the advisor that guards the tools of requests. */
        @Test
        void is_reported_for_a_tool_that_an_advisor_inside_brings() {
            denies("wipe");
            ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}"));

            ownLoop(model)
                    .defaultTools(tool("look", false))
                    .defaultAdvisors(bringing(wipe()))
                    .build()
                    .prompt("go")
                    .call()
                    .content();

            assertThat(done).containsExactly("wipe x");
            assertThat(policy.tools("policy:violation")).containsExactly("wipe");
        }

        /** As some models have it, which give all their calls the empty id. */
        @Test
        void is_reported_for_such_a_tool_also_if_the_calls_have_no_ids() {
            ScriptedModel model =
                    ScriptedModel.of(calls("", "look", "{\"text\": \"x\"}"), calls("", "wipe", "{\"text\": \"x\"}"));

            ownLoop(model)
                    .defaultTools(tool("look", false))
                    .defaultAdvisors(bringing(wipe()))
                    .build()
                    .prompt("go")
                    .call()
                    .content();

            assertThat(done).containsExactly("look x", "wipe x");
            assertThat(policy.tools("policy:violation")).containsExactly("wipe");
        }

        @Test
        void is_reported_for_such_a_tool_that_returns_directly() {
            ScriptedModel model = ScriptedModel.of(calls("1", "look", "{\"text\": \"x\"}"));

            ownLoop(model)
                    .defaultTools(wipe())
                    .defaultAdvisors(bringing(tool("look", true)))
                    .build()
                    .prompt("go")
                    .call()
                    .content();

            assertThat(done).containsExactly("look x");
            assertThat(policy.tools("policy:violation")).containsExactly("look");
        }

        @Test
        void is_reported_for_a_tool_that_the_manager_finds_by_its_name() {
            ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}"));

            ownLoop(model, finding(wipe())).build().prompt("go").call().content();

            assertThat(done).containsExactly("wipe x");
            assertThat(policy.tools("policy:violation")).containsExactly("wipe");
        }
    }

    @Nested
    class A_guarded_manager {

        private ChatClient client(ScriptedModel model, ToolCallingManager manager) {
            return ChatClient.builder(model)
                    .defaultAdvisors(CarabinerAdvisors.under(conversations(), manager))
                    .build();
        }

        @Test
        void judges_a_tool_that_an_advisor_inside_brings() {
            denies("wipe");
            ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}"));

            ChatClient.builder(model)
                    .defaultAdvisors(CarabinerAdvisors.under(conversations()))
                    .defaultTools(tool("look", false))
                    .defaultAdvisors(bringing(wipe()))
                    .build()
                    .prompt("go")
                    .call()
                    .content();

            assertThat(done).isEmpty();
            assertThat(result(model, 2)).isEqualTo("Denied by hook: not here");
        }

        @Test
        void judges_a_tool_that_the_applications_manager_finds_by_its_name() {
            denies("wipe");
            ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}"));

            client(model, finding(wipe())).prompt("go").call().content();

            assertThat(done).isEmpty();
            assertThat(result(model, 2)).isEqualTo("Denied by hook: not here");
        }

        @Test
        void runs_such_a_tool_with_the_input_that_was_permitted_and_shows_what_came_of_it() {
            policy.on(
                    HookOptions.forEvent("tool:pre").name("guard").tools("wipe"),
                    (event, data) -> HookResult.modify(data.update("tool_input", it -> it.with("text", "checked"))
                            .asMap()));
            ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}"));

            client(model, finding(wipe())).prompt("go").call().content();

            assertThat(done).containsExactly("wipe checked");
            assertThat(result(model, 2)).contains("did checked");
            assertThat(policy.all("tool:pre"))
                    .extracting(it -> it.text("tool_call_id"))
                    .containsExactly("1");
            assertThat(policy.all("tool:post").getFirst().toString()).contains("did checked");
            assertThat(policy.all("policy:violation")).isEmpty();
        }

        /** A resolver that is a bean of the starter gives guarded tools; they are not judged twice. */
        @Test
        void judges_such_a_tool_once_if_it_is_guarded_already() {
            ScriptedModel model = ScriptedModel.of(
                    calls("1", "wipe", "{\"text\": \"x\"}"), calls("2", "wipe", "{\"text\": \"fail\"}"));

            client(model, finding(GuardedTool.of(wipe()))).prompt("go").call().content();

            assertThat(done).containsExactly("wipe x");
            assertThat(policy.tools("tool:pre")).containsExactly("wipe", "wipe");
            assertThat(policy.tools("error:tool")).containsExactly("wipe");
        }

        @Test
        void lets_such_a_tool_return_directly_unless_it_was_denied() {
            ScriptedModel model = ScriptedModel.of(calls("1", "look", "{\"text\": \"x\"}"));
            assertThat(client(model, finding(tool("look", true)))
                            .prompt("go")
                            .call()
                            .content())
                    .contains("did x");

            denies("look");
            ScriptedModel asked = ScriptedModel.of(calls("1", "look", "{\"text\": \"x\"}"));
            assertThat(client(asked, finding(tool("look", true)))
                            .prompt("go")
                            .call()
                            .content())
                    .isEqualTo("done");
        }

        @Test
        void says_of_a_tool_that_nothing_knows_what_the_framework_says() {
            ScriptedModel model = ScriptedModel.of(calls("1", "unknown", "{}"));

            assertThatThrownBy(() -> client(model, ToolCallingManager.builder().build())
                            .prompt("go")
                            .call()
                            .content())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("No ToolCallback found for tool name: unknown");
        }

        /** A manager that runs what it likes cannot be kept from that. */
        @Test
        void is_reported_where_the_applications_manager_does_not_run_the_tools_that_it_is_given() {
            ToolCallback wipe = wipe();
            ToolCallingManager own = new ToolCallingManager() {
                @Override
                public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions options) {
                    return List.of();
                }

                @Override
                public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse response) {
                    var call = response.getResult().getOutput().getToolCalls().getFirst();
                    List<Message> history = new ArrayList<>(prompt.getInstructions());
                    history.add(response.getResult().getOutput());
                    history.add(ToolResponseMessage.builder()
                            .responses(List.of(new ToolResponseMessage.ToolResponse(
                                    call.id(), call.name(), wipe.call(call.arguments()))))
                            .build());
                    return ToolExecutionResult.builder()
                            .conversationHistory(history)
                            .build();
                }
            };
            ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}"));

            client(model, own).prompt("go").call().content();

            assertThat(done).containsExactly("wipe x");
            assertThat(policy.tools("policy:violation")).containsExactly("wipe");
        }

        @Test
        void reports_nothing_for_calls_that_the_framework_leaves_out() {
            ToolCallingManager limited = DefaultToolCallingManager.builder()
                    .maxTotalToolCalls(1)
                    .onLimitExceeded(org.springframework.ai.model.tool.ToolCallLimitBehavior.RETURN_ERROR_RESPONSE)
                    .build();
            ScriptedModel model =
                    ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}"), calls("2", "wipe", "{\"text\": \"y\"}"));

            ChatClient.builder(model)
                    .defaultAdvisors(CarabinerAdvisors.under(conversations(), limited))
                    .defaultTools(wipe())
                    .build()
                    .prompt("go")
                    .call()
                    .content();

            assertThat(done).containsExactly("wipe x");
            assertThat(policy.all("policy:violation")).isEmpty();
        }
    }

    @Nested
    class A_client_that_leaves_the_calls_to_the_program {

        private ChatResponse answer(ScriptedModel model) {
            return ChatClient.builder(model)
                    .defaultAdvisors(CarabinerAdvisors.aroundLoop(conversations()))
                    .defaultAdvisors(
                            it -> it.param(ChatClientAttributes.TOOL_CALLING_ADVISOR_AUTO_REGISTER.getKey(), false))
                    .defaultTools(wipe())
                    .build()
                    .prompt("go")
                    .call()
                    .chatResponse();
        }

        /** Open: the program has the tool, and calls it. */
        @Test
        void does_not_see_what_the_program_runs_with_a_manager_of_its_own() {
            denies("wipe");
            ChatResponse answer = answer(ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}")));
            Prompt prompt = new Prompt(
                    List.of(new UserMessage("go")),
                    ToolCallingChatOptions.builder().toolCallbacks(wipe()).build());

            ToolCallingManager.builder().build().executeToolCalls(prompt, answer);

            assertThat(done).containsExactly("wipe x");
        }

        @Test
        void is_judged_where_the_program_has_a_guarded_manager() {
            denies("wipe");
            ChatResponse answer = answer(ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}")));
            Prompt prompt = new Prompt(
                    List.of(new UserMessage("go")),
                    ToolCallingChatOptions.builder()
                            .toolCallbacks(wipe())
                            .toolContext(Map.of("tenant", "a"))
                            .build());

            CarabinerAdvisors.guarded(ToolCallingManager.builder().build(), conversations())
                    .executeToolCalls(prompt, answer);

            assertThat(done).isEmpty();
        }
    }

    /** Open, and on the page: an advisor at the very end changes the request after the hooks have seen it. */
    @Test
    void an_advisor_of_the_lowest_precedence_comes_after_the_hooks() {
        Advisor last = new CallAdvisor() {
            @Override
            public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
                Prompt other = new Prompt(
                        List.of(new UserMessage("something else")),
                        request.prompt().getOptions());
                return chain.nextCall(request.mutate().prompt(other).build());
            }

            @Override
            public String getName() {
                return "last";
            }

            @Override
            public int getOrder() {
                return Ordered.LOWEST_PRECEDENCE;
            }
        };
        ScriptedModel model = ScriptedModel.of();

        ChatClient.builder(model)
                .defaultAdvisors(CarabinerAdvisors.under(conversations()))
                .defaultAdvisors(last)
                .build()
                .prompt("go")
                .call()
                .content();

        assertThat(model.sent(1).getFirst().getText()).isEqualTo("something else");
        assertThat(policy.all("provider:request").getFirst().toString())
                .contains("go")
                .doesNotContain("something else");
    }
}
