package dev.carabiner.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.agents.RunConfig.ToolExecutionMode;
import com.google.adk.plugins.Plugin;
import com.google.genai.types.Content;
import dev.carabiner.adapter.scenario.TestPolicy;
import java.util.List;
import java.util.Map;
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
    private PlainTool meeting() {
        return new PlainTool("meet", arguments -> {
            both.countDown();
            if (both.await(2, TimeUnit.SECONDS)) {
                met.incrementAndGet();
            }
            return "";
        });
    }

    /** How many of the two were running when the other was. */
    private int meetings(ToolExecutionMode mode, List<? extends Plugin> plugins) {
        LlmAgent agent = LlmAgent.builder()
                .name("assistant")
                .model(ScriptedLlm.of(Content.builder()
                        .role("model")
                        .parts(ScriptedLlm.call("c1", "meet", Map.of()), ScriptedLlm.call("c2", "meet", Map.of()))
                        .build()))
                .tools(List.of(meeting()))
                .build();
        RunConfig config = RunConfig.builder().toolExecutionMode(mode).build();
        AdkRuns.of(agent, "go", config, plugins).blockingSubscribe();
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
