package dev.carabiner.springai;

import static dev.carabiner.springai.ScriptedModel.calls;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.host.Conversations;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.core.Ordered;

/** Where an application's own tool loop, whose manager is not guarded, stands among the advisors. */
@Timeout(60)
class LoopOrderTest {

    private final TestPolicy policy = new TestPolicy();
    private final List<String> done = new CopyOnWriteArrayList<>();
    private final ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{}"));

    class Tools {
        @Tool
        String wipe() {
            done.add("wipe");
            return "wiped";
        }
    }

    private ChatClient client(Advisor loop, boolean isFirst) {
        policy.on(
                HookOptions.forEvent("tool:pre").name("guard").tools("wipe"),
                (event, data) -> HookResult.deny("not here"));
        List<Advisor> hooks = CarabinerAdvisors.aroundLoop(Conversations.under(policy.engine()));
        ChatClient.Builder builder = ChatClient.builder(model).defaultTools(new Tools());
        return isFirst
                ? builder.defaultAdvisors(loop).defaultAdvisors(hooks).build()
                : builder.defaultAdvisors(hooks).defaultAdvisors(loop).build();
    }

    private static Advisor loop(int order) {
        return ToolCallingAdvisor.builder()
                .toolCallingManager(ToolCallingManager.builder().build())
                .advisorOrder(order)
                .build();
    }

    private String told() {
        return ((ToolResponseMessage) model.sent(2).getLast())
                .getResponses()
                .getFirst()
                .responseData();
    }

    /** The highest order that the framework takes for a loop. */
    @Test
    void before_all_others_it_runs_its_tools_through_the_hooks() {
        client(loop(Ordered.HIGHEST_PRECEDENCE + 1), false).prompt("go").call().content();

        assertThat(done).isEmpty();
        assertThat(told()).isEqualTo("Denied by hook: not here");
        assertThat(policy.all("prompt:submit")).hasSize(1);
    }

    @Test
    void before_all_others_it_does_so_when_the_answer_is_streamed() {
        client(loop(Ordered.HIGHEST_PRECEDENCE + 1), false).prompt("go").stream()
                .content()
                .collectList()
                .block();

        assertThat(done).isEmpty();
        assertThat(told()).isEqualTo("Denied by hook: not here");
    }

    /** No hook has seen the answer that it takes its calls from, so none is run. */
    @Test
    void behind_the_hooks_it_runs_nothing() {
        ChatClient client = client(loop(Ordered.LOWEST_PRECEDENCE - 1), true);

        assertThatThrownBy(() -> client.prompt("go").call().content()).hasMessageContaining("is guarded");
        assertThat(done).isEmpty();
    }

    /** Open, and on the page: of advisors of one order, the framework puts the one that comes later outside. */
    @Test
    void with_the_very_highest_precedence_a_loop_that_is_not_the_frameworks_is_outside() {
        CallAdvisor own = new CallAdvisor() {
            @Override
            public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
                ChatClientResponse wanted = chain.copy(this).nextCall(request);
                ToolExecutionResult result =
                        ToolCallingManager.builder().build().executeToolCalls(request.prompt(), wanted.chatResponse());
                Prompt next = new Prompt(
                        result.conversationHistory(), request.prompt().getOptions());
                return chain.copy(this).nextCall(request.mutate().prompt(next).build());
            }

            @Override
            public String getName() {
                return "own";
            }

            @Override
            public int getOrder() {
                return Ordered.HIGHEST_PRECEDENCE;
            }
        };

        client(own, false)
                .prompt("go")
                .advisors(it -> it.param(ChatClientAttributes.TOOL_CALLING_ADVISOR_AUTO_REGISTER.getKey(), false))
                .call()
                .content();

        assertThat(done).containsExactly("wipe");
        assertThat(policy.all("prompt:submit")).hasSize(2);
    }
}
