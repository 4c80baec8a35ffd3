package dev.carabiner.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.InvocationContext;
import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.agents.RunConfig.StreamingMode;
import com.google.adk.codeexecutors.BaseCodeExecutor;
import com.google.adk.codeexecutors.CodeExecutionUtils.CodeExecutionInput;
import com.google.adk.codeexecutors.CodeExecutionUtils.CodeExecutionResult;
import com.google.adk.events.Event;
import com.google.adk.models.LlmResponse;
import com.google.adk.runner.InMemoryRunner;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import io.reactivex.rxjava3.core.Maybe;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Code that ADK hands to an agent's executor. */
@Timeout(60)
class CodeInAnswersTest extends EchoAgents {

    private static final String ANSWER = "Let me see.\n```python\nwipe()\n```\n";
    private static final Content PROMPT = Content.fromParts(Part.fromText("go"));

    private final class Executor extends BaseCodeExecutor {
        @Override
        public CodeExecutionResult executeCode(InvocationContext context, CodeExecutionInput input) {
            done.add(input.code().strip());
            return CodeExecutionResult.builder().stdout("ran").build();
        }
    }

    private LlmAgent.Builder writing(String answer) {
        return LlmAgent.builder()
                .name("assistant")
                .model(ScriptedLlm.of(AdkContents.of("model", answer)))
                .codeExecutor(new Executor());
    }

    private List<Event> run(LlmAgent.Builder agent, StreamingMode mode) {
        InMemoryRunner runner = new InMemoryRunner(agent.build(), "app", List.of(plugin()));
        RunConfig config = RunConfig.builder().streamingMode(mode).build();
        return runner.runAsync("ann", AdkRuns.session(runner), PROMPT, config)
                .toList()
                .blockingGet();
    }

    private void deniesCode() {
        policy.on(
                HookOptions.forEvent("tool:pre").name("guard").tools("code_execution"),
                (event, data) -> HookResult.deny("no code"));
    }

    @Nested
    class Of_the_model {

        @Test
        void is_judged_as_a_call() {
            run(writing(ANSWER), StreamingMode.NONE);

            assertThat(done).containsExactly("wipe()");
            assertThat(policy.tools("tool:pre")).containsExactly("code_execution");
        }

        @Test
        void does_not_run_if_it_is_denied() {
            deniesCode();

            List<Event> events = run(writing(ANSWER), StreamingMode.NONE);

            assertThat(done).isEmpty();
            assertThat(AdkRuns.answer(events)).isEqualTo("Denied by hook: no code");
        }

        @Test
        void runs_as_the_hooks_left_it() {
            policy.on(
                    "tool:pre",
                    (event, data) -> HookResult.modify(data.update("tool_input", it -> it.with("code", "look()"))
                            .asMap()));

            run(writing(ANSWER), StreamingMode.NONE);

            assertThat(done).containsExactly("look()");
        }

        @Test
        void is_judged_when_it_is_streamed() {
            deniesCode();

            run(writing("```python\nwipe()\n``` and more"), StreamingMode.SSE);

            assertThat(done).isEmpty();
        }

        /** A piece may hold all of it, but ADK runs what the whole answer holds; so a human is asked once. */
        @Test
        void is_judged_once_also_when_it_is_streamed() {
            run(writing("```python\nwipe()\n``` and more"), StreamingMode.SSE);

            assertThat(done).containsExactly("wipe()");
            assertThat(policy.tools("tool:pre")).containsExactly("code_execution");
        }
    }

    /** Open, and on the page. */
    @Nested
    class Of_others {

        @Test
        void that_an_agents_own_callback_puts_into_an_answer_runs_past_the_hooks() {
            deniesCode();

            run(
                    writing("plain")
                            .afterModelCallback((context, response) -> done.isEmpty()
                                    ? Maybe.just(LlmResponse.builder()
                                            .content(AdkContents.of("model", ANSWER))
                                            .build())
                                    : Maybe.<LlmResponse>empty()),
                    StreamingMode.NONE);

            assertThat(done).containsExactly("wipe()");
        }
    }
}
