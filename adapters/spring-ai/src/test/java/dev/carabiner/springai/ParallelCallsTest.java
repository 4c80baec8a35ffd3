package dev.carabiner.springai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.host.Conversations;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.tool.annotation.Tool;

/** Two calls of one answer. Spring AI's manager runs them one after another, with hooks as without; another may not. */
@Timeout(60)
class ParallelCallsTest {

    private final TestPolicy policy = new TestPolicy();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    class Meeting {
        @Tool
        String meet() throws InterruptedException {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.sleep(300);
            running.decrementAndGet();
            return "";
        }
    }

    private ChatClient.Builder client() {
        AssistantMessage two = AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(
                        new AssistantMessage.ToolCall("c1", "function", "meet", "{}"),
                        new AssistantMessage.ToolCall("c2", "function", "meet", "{}")))
                .build();
        return ChatClient.builder(ScriptedModel.of(two)).defaultTools(new Meeting());
    }

    @Test
    void run_one_after_another_without_carabiner() {
        client().build().prompt("go").call().content();

        assertThat(most.get()).isEqualTo(1);
    }

    @Test
    void run_one_after_another_with_it() {
        client().defaultAdvisors(CarabinerAdvisors.under(policy.engine()))
                .build()
                .prompt("go")
                .call()
                .content();

        assertThat(most.get()).isEqualTo(1);
        assertThat(policy.tools("tool:post")).containsExactly("meet", "meet");
    }

    @Test
    void run_beside_each_other_where_the_manager_of_the_application_does_so() {
        client().defaultAdvisors(CarabinerAdvisors.under(Conversations.under(policy.engine()), new BesideEachOther()))
                .build()
                .prompt("go")
                .call()
                .content();

        assertThat(most.get()).isEqualTo(2);
        assertThat(policy.all("tool:post"))
                .extracting(it -> it.text("tool_call_id"))
                .containsExactlyInAnyOrder("c1", "c2");
    }
}
