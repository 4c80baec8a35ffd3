package dev.carabiner.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.agents.RunConfig.ToolExecutionMode;
import com.google.adk.plugins.Plugin;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.Part;
import dev.carabiner.adapter.scenario.TestPolicy;
import io.reactivex.rxjava3.core.Single;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two calls of one answer. Whether they run beside each other is the framework's to say, with hooks as without. */
@Timeout(120)
class ParallelCallsTest {

    private static final ToolExecutionMode BESIDE = ToolExecutionMode.PARALLEL_SUBSCRIBE;

    private final TestPolicy policy = new TestPolicy();
    private final CountDownLatch both = new CountDownLatch(2);
    private final AtomicInteger met = new AtomicInteger();

    /** Waits a while for the other call. */
    private final class Meeting extends BaseTool {

        Meeting() {
            super("meet", "waits for another");
        }

        @Override
        public Optional<FunctionDeclaration> declaration() {
            return Optional.of(FunctionDeclaration.builder()
                    .name(name())
                    .description(description())
                    .build());
        }

        @Override
        public Single<Map<String, Object>> runAsync(Map<String, Object> arguments, ToolContext context) {
            return Single.fromCallable(() -> {
                both.countDown();
                if (both.await(2, TimeUnit.SECONDS)) {
                    met.incrementAndGet();
                }
                return Map.of("result", "");
            });
        }
    }

    /** How many of the two were running when the other was. */
    private int meetings(ToolExecutionMode mode, List<? extends Plugin> plugins) {
        LlmAgent agent = LlmAgent.builder()
                .name("assistant")
                .model(ScriptedLlm.of(Content.builder()
                        .role("model")
                        .parts(ScriptedLlm.call("c1", "meet", Map.of()), ScriptedLlm.call("c2", "meet", Map.of()))
                        .build()))
                .tools(List.of(new Meeting()))
                .build();
        InMemoryRunner runner = new InMemoryRunner(agent, "app", plugins);
        String session = runner.sessionService()
                .createSession("app", "ann")
                .blockingGet()
                .id();
        RunConfig config = RunConfig.builder().toolExecutionMode(mode).build();
        runner.runAsync("ann", session, Content.fromParts(Part.fromText("go")), config)
                .blockingSubscribe();
        return met.get();
    }

    @Test
    void run_one_after_another_without_the_plugin_unless_the_run_says_otherwise() {
        // the second finds that the first has been there, and has gone
        assertThat(meetings(ToolExecutionMode.NONE, List.of())).isEqualTo(1);
    }

    @Test
    void run_one_after_another_with_the_plugin_too() {
        assertThat(meetings(ToolExecutionMode.NONE, List.of(new CarabinerPlugin(policy.engine()))))
                .isEqualTo(1);
        assertThat(policy.tools("tool:post")).containsExactly("meet", "meet");
    }

    @Test
    void run_beside_each_other_without_the_plugin_if_the_run_says_so() {
        assertThat(meetings(BESIDE, List.of())).isEqualTo(2);
    }

    @Test
    void run_beside_each_other_with_the_plugin_too() {
        assertThat(meetings(BESIDE, List.of(new CarabinerPlugin(policy.engine()))))
                .isEqualTo(2);
        assertThat(policy.tools("tool:pre")).containsExactly("meet", "meet");
    }
}
