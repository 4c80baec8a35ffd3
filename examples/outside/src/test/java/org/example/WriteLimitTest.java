package org.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.testkit.HookModuleContract;
import java.util.Map;
import org.junit.jupiter.api.Test;

// snippet: hook-module-test
class WriteLimitTest extends HookModuleContract {

    @Override
    protected HookModule newModule() {
        return new WriteLimit();
    }

    @Override
    protected HookConfig config() {
        return HookConfig.of(EventData.of("characters", 5));
    }

    private HookOutcome write(Map<String, ?> input) throws Exception {
        HookRegistry hooks = new HookRegistry();
        try (AutoCloseable mounted = mount(newModule(), hooks)) {
            return hooks.emit("tool:pre", Map.of("tool_name", "Write", "tool_input", input));
        }
    }

    @Test
    void a_file_within_the_limit_is_written() throws Exception {
        assertThat(write(Map.of("content", "short")).denied()).isFalse();
    }

    @Test
    void a_file_beyond_the_limit_is_not() throws Exception {
        assertThat(write(Map.of("content", "longer")).reason())
                .isEqualTo("6 characters are more than the 5 that a file may have");
    }

    @Test
    void a_call_without_content_is_left_to_others() throws Exception {
        assertThat(write(Map.of()).denied()).isFalse();
    }
}
// end
