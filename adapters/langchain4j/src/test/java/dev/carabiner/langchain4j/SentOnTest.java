package dev.carabiner.langchain4j;

import static dev.carabiner.langchain4j.ScriptedModel.calls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.hook.HookResult;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hook that denies the end of a turn has the model go on. */
@Timeout(60)
class SentOnTest {

    interface Assistant {
        String ask(String prompt);

        TokenStream stream(String prompt);
    }

    static class Tools {
        @Tool
        String finish() {
            return "finished";
        }
    }

    private final TestPolicy policy = new TestPolicy();

    private Assistant assistant(ScriptedModel model) {
        return AiServices.<Assistant>builder(Hooked.context(Assistant.class, policy.engine()))
                .chatModel(model)
                .streamingChatModel(model.streaming())
                .chatMemory(MessageWindowChatMemory.withMaxMessages(20))
                .tools(new Tools())
                .build();
    }

    private void wantsAll() {
        policy.on(
                "execution:complete",
                (event, data) -> "half".equals(data.text("response")) ? HookResult.deny("do it all") : null);
    }

    private static List<String> texts(List<ChatMessage> messages) {
        return messages.stream()
                .map(it -> LangChainMessages.FORM.shown(it).text())
                .toList();
    }

    @Test
    void with_the_reason_as_the_users_words() {
        wantsAll();
        ScriptedModel model =
                ScriptedModel.of(AiMessage.from("half"), calls("1", "finish", "{}"), AiMessage.from("all"));
        Assistant assistant = assistant(model);

        assertThat(assistant.ask("go")).isEqualTo("all");
        assistant.ask("and now?");

        assertThat(texts(model.sent(2))).containsExactly("go", "half", "do it all");
        assertThat(texts(model.sent(3))).containsExactly("go", "half", "do it all", "", "finished");
        assertThat(texts(model.sent(4))).containsExactly("go", "half", "do it all", "", "finished", "all", "and now?");
        assertThat(policy.all("execution:complete"))
                .extracting(it -> it.text("response"))
                .containsExactly("half", "all", "done");
    }

    @Test
    void also_when_the_answer_is_streamed() {
        wantsAll();
        ScriptedModel model = ScriptedModel.of(AiMessage.from("half"), AiMessage.from("all"));
        CompletableFuture<String> answer = new CompletableFuture<>();

        assistant(model).stream("go")
                .onPartialResponse(piece -> {})
                .onCompleteResponse(it -> answer.complete(it.aiMessage().text()))
                .onError(answer::completeExceptionally)
                .start();

        assertThat(answer.join()).isEqualTo("all");
        assertThat(texts(model.sent(2))).containsExactly("go", "half", "do it all");
    }

    @Test
    void eight_times_at_most() {
        policy.on("execution:complete", (event, data) -> HookResult.deny("more"));
        ScriptedModel model = ScriptedModel.of();

        assertThat(assistant(model).ask("go")).isEqualTo("done");

        assertThat(model.requests()).hasSize(9);
        assertThat(policy.all("execution:complete")).hasSize(9);
    }
}
