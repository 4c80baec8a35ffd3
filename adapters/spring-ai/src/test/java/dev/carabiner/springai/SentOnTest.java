package dev.carabiner.springai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.hook.HookResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;

/** A hook that denies the end of a turn has the model go on. */
@Timeout(60)
class SentOnTest {

    private final TestPolicy policy = new TestPolicy();

    private ChatClient client(ScriptedModel model) {
        return ChatClient.builder(model)
                .defaultAdvisors(CarabinerAdvisors.under(policy.engine()))
                .defaultAdvisors(it -> it.param(ChatMemory.CONVERSATION_ID, "c"))
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(
                                MessageWindowChatMemory.builder().build())
                        .build())
                .build();
    }

    private void wantsAll() {
        policy.on(
                "execution:complete",
                (event, data) -> "half".equals(data.text("response")) ? HookResult.deny("do it all") : null);
    }

    private static List<String> texts(List<Message> messages) {
        return messages.stream().map(Message::getText).toList();
    }

    @Test
    void with_the_reason_as_the_users_words() {
        wantsAll();
        ScriptedModel model = ScriptedModel.of(new AssistantMessage("half"), new AssistantMessage("all"));
        ChatClient client = client(model);

        String answer = client.prompt("go").call().content();
        client.prompt("and now?").call().content();

        assertThat(answer).isEqualTo("all");
        assertThat(texts(model.sent(2))).containsExactly("go", "half", "do it all");
        assertThat(texts(model.sent(3))).containsExactly("go", "half", "do it all", "all", "and now?");
        assertThat(policy.all("execution:complete"))
                .extracting(it -> it.text("response"))
                .containsExactly("half", "all", "done");
    }

    @Test
    void also_when_the_answer_is_streamed() {
        wantsAll();
        ScriptedModel model = ScriptedModel.of(new AssistantMessage("half"), new AssistantMessage("all"));

        List<String> pieces =
                client(model).prompt("go").stream().content().collectList().block();

        assertThat(pieces).containsExactly("half", "all");
        assertThat(texts(model.sent(2))).containsExactly("go", "half", "do it all");
        assertThat(policy.all("execution:complete")).hasSize(2);
    }

    @Test
    void eight_times_at_most() {
        policy.on("execution:complete", (event, data) -> HookResult.deny("more"));
        ScriptedModel model = ScriptedModel.of();

        assertThat(client(model).prompt("go").call().content()).isEqualTo("done");

        assertThat(model.prompts()).hasSize(9);
        assertThat(policy.all("execution:complete")).hasSize(9);
    }
}
