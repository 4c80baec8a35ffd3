package dev.carabiner.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.BaseAgent;
import com.google.adk.agents.InvocationContext;
import com.google.adk.agents.LiveRequestQueue;
import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.LoopAgent;
import com.google.adk.agents.ParallelAgent;
import com.google.adk.agents.ReadonlyContext;
import com.google.adk.agents.RunConfig;
import com.google.adk.agents.SequentialAgent;
import com.google.adk.events.Event;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.BaseToolset;
import com.google.adk.tools.LongRunningFunctionTool;
import com.google.genai.types.Blob;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import dev.carabiner.hook.HookResult;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.processors.ReplayProcessor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs that are not one agent with tools: live connections, agents beside each other, plain agents. */
@Timeout(60)
class OtherRunsTest extends EchoAgents {

    private List<Event> run(BaseAgent agent, Content prompt, RunConfig config) {
        InMemoryRunner runner = new InMemoryRunner(agent, "app", List.of(plugin()));
        return runner.runAsync("ann", AdkRuns.session(runner), prompt, config)
                .toList()
                .blockingGet();
    }

    private List<Event> run(BaseAgent agent) {
        return run(
                agent,
                Content.fromParts(Part.fromText("go")),
                RunConfig.builder().build());
    }

    @Nested
    class A_live_connection {

        /** Says at once that it wants a tool. */
        private final class LiveModel extends BaseLlm {
            private final ReplayProcessor<LlmResponse> answers = ReplayProcessor.create();

            LiveModel() {
                super("live-1");
            }

            @Override
            public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
                throw new UnsupportedOperationException("live only");
            }

            @Override
            public BaseLlmConnection connect(LlmRequest request) {
                answers.onNext(LlmResponse.builder()
                        .content(ScriptedLlm.calls("1", "echo", Map.of()))
                        .build());
                return new BaseLlmConnection() {
                    @Override
                    public Completable sendHistory(List<Content> history) {
                        return Completable.complete();
                    }

                    @Override
                    public Completable sendContent(Content content) {
                        return Completable.complete();
                    }

                    @Override
                    public Completable sendRealtime(Blob blob) {
                        return Completable.complete();
                    }

                    @Override
                    public Flowable<LlmResponse> receive() {
                        return answers;
                    }

                    @Override
                    public void close() {
                        answers.onComplete();
                    }

                    @Override
                    public void close(Throwable problem) {
                        answers.onError(problem);
                    }
                };
            }
        }

        /** No callback tells that such a run begins, so it has no session, and nothing is permitted. */
        @Test
        void runs_no_tool() {
            LlmAgent agent = LlmAgent.builder()
                    .name("assistant")
                    .model(new LiveModel())
                    .tools(echo())
                    .build();
            InMemoryRunner runner = new InMemoryRunner(agent, "app", List.of(plugin()));
            LiveRequestQueue queue = new LiveRequestQueue();

            List<Event> events = runner.runLive(
                            "ann",
                            AdkRuns.session(runner),
                            queue,
                            RunConfig.builder().build())
                    .takeUntil(it -> !it.functionResponses().isEmpty())
                    .timeout(20, TimeUnit.SECONDS)
                    .toList()
                    .blockingGet();

            assertThat(done).isEmpty();
            assertThat(events.getLast().functionResponses().getFirst().toString())
                    .contains("Denied by hook: ");
        }
    }

    @Nested
    class Agents_beside_each_other {

        private LlmAgent speaking(String name, String text) {
            return LlmAgent.builder()
                    .name(name)
                    .model(ScriptedLlm.of(AdkContents.of("model", text)))
                    .build();
        }

        @Test
        void have_their_own_streams() {
            run(
                    ParallelAgent.builder()
                            .name("both")
                            .subAgents(speaking("one", "a a a a "), speaking("two", "b b b b "))
                            .build(),
                    Content.fromParts(Part.fromText("go")),
                    RunConfig.builder()
                            .streamingMode(RunConfig.StreamingMode.SSE)
                            .build());

            assertThat(policy.all("content_block:end"))
                    .hasSize(2)
                    .extracting(it -> String.valueOf(it.get("text")))
                    .allSatisfy(it ->
                            assertThat(it.contains("a") && it.contains("b")).isFalse());
            assertThat(policy.all("content_block:start")).hasSize(2);
        }

        @Test
        void have_their_tools_guarded() {
            denies("echo");
            LlmAgent one = LlmAgent.builder()
                    .name("one")
                    .model(ScriptedLlm.of(ScriptedLlm.calls("1", "echo", Map.of())))
                    .tools(echo())
                    .build();
            LlmAgent two = LlmAgent.builder()
                    .name("two")
                    .model(ScriptedLlm.of(ScriptedLlm.calls("2", "echo", Map.of())))
                    .tools(echo())
                    .build();

            run(ParallelAgent.builder().name("both").subAgents(one, two).build());

            assertThat(policy.tools("tool:pre")).containsExactly("echo", "echo");
            assertThat(done).isEmpty();
        }
    }

    @Nested
    class Agents_after_each_other {

        /** What is kept of a request goes with the agent that made it, not with the run. */
        @Test
        void leave_nothing_behind_for_the_rest_of_the_run() {
            CarabinerPlugin plugin = plugin();
            List<Integer> kept = new CopyOnWriteArrayList<>();
            PlainTool counting = new PlainTool("count", arguments -> {
                kept.add(plugin.asking());
                return "counted";
            });
            LlmAgent first =
                    LlmAgent.builder().name("first").model(ScriptedLlm.of()).build();
            LlmAgent second = LlmAgent.builder()
                    .name("second")
                    .model(ScriptedLlm.of(ScriptedLlm.calls("1", "count", Map.of())))
                    .tools(counting)
                    .build();
            InMemoryRunner runner = new InMemoryRunner(
                    SequentialAgent.builder()
                            .name("both")
                            .subAgents(first, second)
                            .build(),
                    "app",
                    List.of(plugin));

            runner.runAsync("ann", AdkRuns.session(runner), Content.fromParts(Part.fromText("go")))
                    .blockingSubscribe();

            assertThat(kept).containsExactly(1);
            assertThat(plugin.running()).isZero();
        }
    }

    @Nested
    class Agents_and_tools_of_other_kinds {

        @Test
        void a_loop_of_agents_has_its_tools_guarded() {
            denies("echo");
            ScriptedLlm model = ScriptedLlm.of(
                    callsEcho(), AdkContents.of("model", "again"), ScriptedLlm.calls("2", "echo", Map.of()));

            run(LoopAgent.builder()
                    .name("loop")
                    .subAgents(agent(model).build())
                    .maxIterations(2)
                    .build());

            assertThat(policy.tools("tool:pre")).containsExactly("echo", "echo");
            assertThat(done).isEmpty();
        }

        /** Its result comes later, as the user's message; that it begins is judged. */
        @Test
        void a_tool_that_runs_long_is_judged_before_it_begins() {
            denies("order");
            LongRunningFunctionTool order = LongRunningFunctionTool.create(OtherRunsTest.class, "order");
            ScriptedLlm model = ScriptedLlm.of(ScriptedLlm.calls("1", "order", Map.of("text", "x")));
            ORDERED.clear();

            run(LlmAgent.builder().name("assistant").model(model).tools(order).build());

            assertThat(ORDERED).isEmpty();
            assertThat(policy.tools("tool:pre")).containsExactly("order");
            assertThat(told(model)).isEqualTo("Denied by hook: not here");
        }

        @Test
        void tools_of_a_toolset_are_guarded() {
            denies("echo");
            BaseToolset set = new BaseToolset() {
                @Override
                public Flowable<BaseTool> getTools(ReadonlyContext context) {
                    return Flowable.just(echo());
                }

                @Override
                public void close() {}
            };

            run(LlmAgent.builder()
                    .name("assistant")
                    .model(ScriptedLlm.of(callsEcho()))
                    .tools(set)
                    .build());

            assertThat(done).isEmpty();
            assertThat(policy.tools("tool:pre")).containsExactly("echo");
        }

        @Test
        void the_answer_of_an_agents_own_callback_in_the_models_place_is_no_answer_of_a_model() {
            denies("echo");
            ScriptedLlm model = ScriptedLlm.of();

            run(agent(model)
                    .beforeModelCallback((context, request) -> model.requests().isEmpty()
                                    && done.isEmpty()
                                    && policy.all("tool:pre").isEmpty()
                            ? Maybe.just(
                                    LlmResponse.builder().content(callsEcho()).build())
                            : Maybe.<LlmResponse>empty())
                    .build());

            assertThat(policy.tools("tool:pre")).containsExactly("echo");
            assertThat(done).isEmpty();
        }
    }

    private static final List<String> ORDERED = new CopyOnWriteArrayList<>();

    /** A tool that runs long. */
    public static Map<String, Object> order(@Schema(name = "text") String text) {
        ORDERED.add(text);
        return Map.of("status", "pending");
    }

    @Test
    void a_prompt_that_is_changed_keeps_what_is_not_text() {
        policy.on(
                "prompt:submit",
                (event, data) -> HookResult.modify(data.with("prompt", "look").asMap()));
        ScriptedLlm model = ScriptedLlm.of();
        Part picture = Part.fromBytes(new byte[] {1, 2, 3}, "image/png");

        run(
                LlmAgent.builder().name("assistant").model(model).build(),
                Content.fromParts(Part.fromText("see"), picture),
                RunConfig.builder().build());

        List<Part> sent =
                AdkContents.parts(model.requests().getFirst().contents().getFirst());
        assertThat(sent).hasSize(2);
        assertThat(sent.getFirst().text()).contains("look");
        assertThat(sent.getLast().inlineData()).isPresent();
    }

    /** Open, and on the page: what an agent of a class of its own does is its own. */
    @Test
    void an_agent_that_is_plain_java_calls_what_it_wants() {
        denies("echo");
        PlainTool echo = echo();

        run(new BaseAgent("plain", "calls a tool itself", List.of(), List.of(), List.of()) {
            @Override
            protected Flowable<Event> runAsyncImpl(InvocationContext context) {
                return echo.runAsync(Map.of(), null).flatMapPublisher(it -> Flowable.empty());
            }

            @Override
            protected Flowable<Event> runLiveImpl(InvocationContext context) {
                return Flowable.empty();
            }
        });

        assertThat(done).containsExactly("echo");
        assertThat(policy.all("prompt:submit")).hasSize(1);
    }
}
