package dev.carabiner.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import dev.carabiner.adapter.scenario.TestPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run whose caller stops listening, as a server does when its client is gone. ADK reports no end of it. */
@Timeout(60)
class GivenUpRunTest {

    private final CarabinerPlugin plugin = new CarabinerPlugin(new TestPolicy().engine());

    private void giveUpOne() {
        LlmAgent agent = LlmAgent.builder()
                .name("assistant")
                .model(ScriptedLlm.of(ScriptedLlm.calls("1", "echo", Map.of())))
                .tools(new PlainTool("echo", arguments -> ""))
                .build();
        AdkRuns.of(agent, "go", RunConfig.builder().build(), List.of(plugin))
                .take(1)
                .blockingSubscribe();
    }

    @Test
    void is_forgotten() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            giveUpOne();
        }
        for (int i = 0; i < 100 && plugin.running() > 0; i++) {
            System.gc();
            Thread.sleep(50);
        }
        assertThat(plugin.running()).isZero();
    }
}
