package dev.carabiner.langchain4j;

import static dev.carabiner.langchain4j.ScriptedModel.calls;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of tools that the service does not have: what the application answers them passes the hooks too. */
@Timeout(60)
class ToolNamesTest {

    interface Assistant {
        String ask(String prompt);

        TokenStream stream(String prompt);
    }

    class Looking {
        @Tool
        String look() {
            return "seen";
        }
    }

    private final TestPolicy policy = new TestPolicy();
    private final List<String> answered = new CopyOnWriteArrayList<>();
    private final ScriptedModel model =
            ScriptedModel.of(calls("1", "imagined", "{\"text\": \"x\"}"), AiMessage.from("ok"));

    private AiServices<Assistant> service() {
        return AiServices.<Assistant>builder(Hooked.context(Assistant.class, policy.engine()))
                .chatModel(model)
                .streamingChatModel(model.streaming())
                .tools(new Looking());
    }

    private ToolExecutionResultMessage answer(ToolExecutionRequest call) {
        answered.add(call.name() + " " + call.arguments());
        return ToolExecutionResultMessage.from(call, "There is no " + call.name());
    }

    private void denies() {
        policy.on(
                HookOptions.forEvent("tool:pre").name("guard").tools("imagined"),
                (event, data) -> HookResult.deny("not here"));
    }

    private String told() {
        return ((ToolExecutionResultMessage) model.sent(2).getLast()).text();
    }

    @Test
    void the_applications_answer_is_judged_and_recorded_as_the_tools_result() {
        assertThat(service().hallucinatedToolNameStrategy(this::answer).build().ask("go"))
                .isEqualTo("ok");

        assertThat(told()).isEqualTo("There is no imagined");
        assertThat(answered).hasSize(1);
        assertThat(policy.tools("tool:pre")).containsExactly("imagined");
        assertThat(policy.tools("tool:post")).containsExactly("imagined");
        assertThat(policy.all("decision:tool_resolution").getFirst().get("available_tools"))
                .isEqualTo(List.of("look"));
    }

    @Test
    void a_hook_can_deny_the_call() {
        denies();
        service().hallucinatedToolNameStrategy(this::answer).build().ask("go");

        assertThat(answered).isEmpty();
        assertThat(told()).isEqualTo("Denied by hook: not here");
    }

    @Test
    void a_hook_can_change_what_the_application_is_asked() {
        policy.on(
                "tool:pre",
                (event, data) -> HookResult.modify(data.update("tool_input", it -> it.with("text", "checked"))
                        .asMap()));
        service().hallucinatedToolNameStrategy(this::answer).build().ask("go");

        assertThat(answered).containsExactly("imagined {\"text\":\"checked\"}");
    }

    @Test
    void also_when_the_answer_is_streamed_and_tools_run_beside_each_other() {
        denies();
        CompletableFuture<String> said = new CompletableFuture<>();

        service().hallucinatedToolNameStrategy(this::answer).executeToolsConcurrently().build().stream("go")
                .onPartialResponse(piece -> {})
                .onCompleteResponse(it -> said.complete(it.aiMessage().text()))
                .onError(said::completeExceptionally)
                .start();

        assertThat(said.join()).isEqualTo("ok");
        assertThat(answered).isEmpty();
        assertThat(told()).isEqualTo("Denied by hook: not here");
    }

    /** As without Carabiner, but on the record. */
    @Test
    void without_an_answer_of_the_application_the_call_of_the_service_ends_with_the_frameworks_exception() {
        assertThatThrownBy(() -> service().build().ask("go")).hasMessageContaining("imagined");

        assertThat(policy.tools("error:tool")).containsExactly("imagined");
        assertThat(policy.all("prompt:complete")).hasSize(1);
    }

    @Test
    void what_the_application_listens_to_before_a_tool_runs_is_still_told() {
        List<String> before = new CopyOnWriteArrayList<>();
        service()
                .hallucinatedToolNameStrategy(this::answer)
                .beforeToolExecution(it -> before.add(it.request().name()))
                .build()
                .ask("go");

        assertThat(before).containsExactly("imagined");
        assertThat(policy.tools("tool:pre")).containsExactly("imagined");
    }
}
