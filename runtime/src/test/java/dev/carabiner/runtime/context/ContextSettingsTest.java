package dev.carabiner.runtime.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContextSettingsTest {

    @Test
    void are_the_defaults_if_a_bundle_says_nothing() {
        assertThat(ContextSettings.from(EventData.empty())).isEqualTo(ContextSettings.DEFAULT);
    }

    @Test
    void are_what_a_bundle_says() {
        EventData config = EventData.of(
                "max_tokens", 32_000L,
                "compact_at_percent", 90,
                "compact_to_percent", 40,
                "tool_result_tokens", 2_000,
                "keep_last", 3);

        assertThat(ContextSettings.from(config)).isEqualTo(new ContextSettings(32_000, 0.9, 0.4, 2_000, 3));
        assertThat(ContextSettings.KEYS.keySet()).isEqualTo(config.asMap().keySet());
    }

    @ParameterizedTest
    @CsvSource({
        "max_tokens, 99",
        "max_tokens, -1",
        "max_tokens, 3000000000",
        "compact_at_percent, 0",
        "compact_at_percent, 101",
        "compact_at_percent, 50",
        "compact_to_percent, 0",
        "compact_to_percent, 80",
        "tool_result_tokens, 0",
        "keep_last, 0"
    })
    void refuse_what_cannot_work_and_name_it(String key, long value) {
        String named = key.equals("compact_at_percent") && value == 50 ? "compact_to_percent" : key;

        assertThatThrownBy(() -> ContextSettings.from(EventData.of(key, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(named)
                .hasMessageContaining("expected");
    }

    @Test
    void refuse_what_is_no_whole_number() {
        assertThatThrownBy(() -> ContextSettings.from(EventData.of("keep_last", "many")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("keep_last of the context is many, expected a whole number of at most 2147483647");
    }
}
