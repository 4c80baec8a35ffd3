package dev.carabiner.springai;

import static dev.carabiner.springai.ScriptedModel.calls;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.host.Conversations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.annotation.Tool;

/** The ways around that the page tells of: closed, or open as the page says. */
@Timeout(60)
class WaysAroundTest {

    private final TestPolicy policy = new TestPolicy();
    private final List<String> done = new CopyOnWriteArrayList<>();
    private final Map<String, Object> context = new HashMap<>();

    class Tools {
        @Tool
        String wipe(ToolContext given) {
            context.putAll(given.getContext());
            done.add("wipe");
            return "wiped";
        }

        @Tool(returnDirect = true)
        String look() {
            done.add("look");
            return "seen";
        }
    }

    private void denies(String tool) {
        policy.on(
                HookOptions.forEvent("tool:pre").name("guard").tools(tool),
                (event, data) -> HookResult.deny("not here"));
    }

    private ChatClient.Builder guarded(ScriptedModel model) {
        return ChatClient.builder(model)
                .defaultAdvisors(CarabinerAdvisors.under(policy.engine()))
                .defaultTools(new Tools());
    }

    private ToolCallback wiping() {
        return List.of(ToolCallbacks.from(new Tools())).stream()
                .filter(it -> it.getToolDefinition().name().equals("wipe"))
                .findFirst()
                .orElseThrow();
    }

    @Nested
    class Closed {

        @Test
        void a_denied_tool_that_returns_directly_is_read_by_the_model() {
            denies("look");
            ScriptedModel model = ScriptedModel.of(calls("1", "look", "{}"));

            String answer = guarded(model).build().prompt("go").call().content();

            assertThat(answer).isEqualTo("done");
            assertThat(((ToolResponseMessage) model.sent(2).getLast())
                            .getResponses()
                            .getFirst()
                            .responseData())
                    .isEqualTo("Denied by hook: not here");
            assertThat(done).isEmpty();
        }

        @Test
        void a_manager_without_the_advisors_judges_in_a_session_of_its_own() {
            denies("wipe");
            ToolCallingManager manager = CarabinerAdvisors.guarded(
                    ToolCallingManager.builder().build(), Conversations.under(policy.engine()));
            Prompt prompt = new Prompt(
                    List.of(new UserMessage("go")),
                    ToolCallingChatOptions.builder()
                            .toolCallbacks(wiping())
                            .toolContext(Map.of("tenant", "a"))
                            .build());

            ToolExecutionResult result = manager.executeToolCalls(
                    prompt, new ChatResponse(List.of(new Generation(calls("1", "wipe", "{}")))));

            assertThat(done).isEmpty();
            assertThat(result.conversationHistory().getLast().toString()).contains("Denied by hook: not here");
            assertThat(policy.all("session:end")).hasSize(1);
        }

        @Test
        void a_guarded_tool_that_is_called_directly_does_not_run() {
            assertThatThrownBy(() -> GuardedTool.of(wiping()).call("{}")).hasMessageContaining("is guarded");
            assertThat(done).isEmpty();
        }

        @Test
        void a_tool_finds_no_way_to_the_session_in_its_context() {
            guarded(ScriptedModel.of(calls("1", "wipe", "{}")))
                    .build()
                    .prompt("go")
                    .toolContext(Map.of("tenant", "a"))
                    .call()
                    .content();

            assertThat(done).containsExactly("wipe");
            assertThat(context).containsEntry("tenant", "a");
            assertThat(context.keySet()).noneMatch(it -> it.startsWith("carabiner"));
        }
    }

    @Nested
    class Open {

        @Test
        void a_client_without_the_advisors_has_a_manager_of_its_own() {
            denies("wipe");
            policy.engine();

            ChatClient.create(ScriptedModel.of(calls("1", "wipe", "{}")))
                    .prompt("go")
                    .tools(new Tools())
                    .toolContext(Map.of("tenant", "a"))
                    .call()
                    .content();

            assertThat(done).containsExactly("wipe");
            assertThat(policy.all("tool:pre")).isEmpty();
        }

        @Test
        void the_program_itself_runs_a_tool_or_asks_a_model() {
            denies("wipe");
            policy.engine();

            wiping().call("{}", new ToolContext(Map.of("tenant", "a")));
            ScriptedModel.of().call(new Prompt("hi"));

            assertThat(done).containsExactly("wipe");
            assertThat(policy.all("provider:request")).isEmpty();
        }
    }
}
