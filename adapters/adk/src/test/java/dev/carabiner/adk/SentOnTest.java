package dev.carabiner.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.BaseAgent;
import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.agents.SequentialAgent;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.hook.HookResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hook that denies the end of a run has the model go on. */
@Timeout(60)
class SentOnTest {

    private final TestPolicy policy = new TestPolicy();

    private static Content says(String text) {
        return AdkContents.of("model", text);
    }

    private static LlmAgent agent(String name, ScriptedLlm model) {
        return LlmAgent.builder()
                .name(name)
                .model(model)
                .tools(new PlainTool("finish", arguments -> "finished"))
                .build();
    }

    private InMemoryRunner runner(BaseAgent agent) {
        return new InMemoryRunner(agent, "app", List.of(new CarabinerPlugin(policy.engine())));
    }

    private static String ask(InMemoryRunner runner, String session, String prompt, RunConfig.StreamingMode mode) {
        List<Event> events = runner.runAsync(
                        "ann",
                        session,
                        Content.fromParts(Part.fromText(prompt)),
                        RunConfig.builder().streamingMode(mode).build())
                .toList()
                .blockingGet();
        return AdkRuns.answer(events);
    }

    private void wantsAll() {
        policy.on(
                "execution:complete",
                (event, data) -> "half".equals(data.text("response")) ? HookResult.deny("do it all") : null);
    }

    private static List<String> texts(ScriptedLlm model, int request) {
        return AdkContents.split(model.requests().get(request - 1).contents()).stream()
                .map(it -> AdkContents.FORM.shown(it).text())
                .toList();
    }

    @Test
    void with_the_reason_as_the_users_words() {
        wantsAll();
        ScriptedLlm model = ScriptedLlm.of(says("half"), ScriptedLlm.calls("1", "finish", Map.of()), says("all"));
        InMemoryRunner runner = runner(agent("assistant", model));
        String session = AdkRuns.session(runner);

        assertThat(ask(runner, session, "go", RunConfig.StreamingMode.NONE)).isEqualTo("all");
        ask(runner, session, "and now?", RunConfig.StreamingMode.NONE);

        assertThat(texts(model, 2)).containsExactly("go", "half", "do it all");
        assertThat(texts(model, 3)).containsExactly("go", "half", "do it all", "", "finished");
        assertThat(texts(model, 4)).containsExactly("go", "half", "do it all", "", "finished", "all", "and now?");
        assertThat(policy.all("execution:complete"))
                .extracting(it -> it.text("response"))
                .containsExactly("half", "all", "done");
    }

    @Test
    void also_when_the_answer_is_streamed() {
        wantsAll();
        ScriptedLlm model = ScriptedLlm.of(says("half"), says("all"));
        InMemoryRunner runner = runner(agent("assistant", model));

        assertThat(ask(runner, AdkRuns.session(runner), "go", RunConfig.StreamingMode.SSE))
                .isEqualTo("all");
        assertThat(texts(model, 2)).containsExactly("go", "half", "do it all");
    }

    @Test
    void eight_times_at_most() {
        policy.on("execution:complete", (event, data) -> HookResult.deny("more"));
        ScriptedLlm model = ScriptedLlm.of();
        InMemoryRunner runner = runner(agent("assistant", model));

        assertThat(ask(runner, AdkRuns.session(runner), "go", RunConfig.StreamingMode.NONE))
                .isEqualTo("done");

        assertThat(model.requests()).hasSize(9);
        assertThat(policy.all("execution:complete")).hasSize(9);
    }

    /** Which of its agents is the last, only the sequence knows: what the hooks say to the end is heard when it has come. */
    @Test
    void but_not_in_a_sequence_of_agents() {
        policy.on("execution:complete", (event, data) -> HookResult.deny("more"));
        ScriptedLlm model = ScriptedLlm.of(says("one"), says("two"));
        InMemoryRunner runner = runner(SequentialAgent.builder()
                .name("both")
                .subAgents(agent("first", model), agent("second", model))
                .build());

        assertThat(ask(runner, AdkRuns.session(runner), "go", RunConfig.StreamingMode.NONE))
                .isEqualTo("two");

        assertThat(model.requests()).hasSize(2);
        assertThat(policy.all("execution:complete"))
                .extracting(it -> it.text("response"))
                .containsExactly("two");
    }
}
