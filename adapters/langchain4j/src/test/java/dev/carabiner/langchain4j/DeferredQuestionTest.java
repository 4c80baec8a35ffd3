package dev.carabiner.langchain4j;

import static dev.carabiner.langchain4j.ScriptedModel.calls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.hook.HookResult;
import dev.carabiner.host.Conversations;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Questions that do not block the call: the model is told to wait, and asks for the call again after the decision. */
@Timeout(60)
class DeferredQuestionTest {

    interface Assistant {
        String ask(@MemoryId String id, @UserMessage String prompt);
    }

    class Payments {
        @Tool
        String pay(String to) {
            paid.add(to);
            return "paid " + to;
        }
    }

    private static final AiMessage PAY = calls("1", "pay", "{\"to\": \"eve\"}");

    private final TestPolicy policy = new TestPolicy();
    private final List<String> paid = new CopyOnWriteArrayList<>();
    private final BlockingQueue<PendingApproval> asked = new LinkedBlockingQueue<>();
    private final ScriptedModel model = ScriptedModel.of(PAY, AiMessage.from("waiting"), PAY, AiMessage.from("done"));

    private Assistant assistant() {
        policy.on("tool:pre", (event, data) -> HookResult.ask("Pay?"));
        Conversations conversations = Conversations.builder(policy.engine(List.of(pending -> {
                    asked.add(pending);
                    return () -> {};
                })))
                .deferQuestions()
                .build();
        return AiServices.<Assistant>builder(Hooked.context(Assistant.class, conversations))
                .chatModel(model)
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
                .tools(new Payments())
                .build();
    }

    private String lastResult(int request) {
        return ((ToolExecutionResultMessage) model.sent(request).getLast()).text();
    }

    @Test
    void the_model_is_told_to_wait_and_a_granted_call_runs_when_it_is_made_again() throws Exception {
        Assistant assistant = assistant();

        assertThat(assistant.ask("1", "pay eve")).isEqualTo("waiting");
        assertThat(lastResult(2)).startsWith("Waiting for approval ");
        assertThat(paid).isEmpty();

        PendingApproval pending = asked.take();
        pending.decide("Allow", "bob", pending.request().digest());
        assertThat(assistant.ask("1", "now?")).isEqualTo("done");
        assertThat(paid).containsExactly("eve");
    }

    @Test
    void a_denied_one_does_not_run() throws Exception {
        Assistant assistant = assistant();
        assistant.ask("1", "pay eve");

        PendingApproval pending = asked.take();
        pending.decide("Deny", "bob", pending.request().digest());
        assistant.ask("1", "now?");

        assertThat(paid).isEmpty();
        assertThat(lastResult(4)).startsWith("Denied by hook: ");
    }
}
