package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HookConfigTest {

    private static final HookOptions BY_MODULE = HookOptions.forEvent("tool:pre")
            .name("guard")
            .priority(5)
            .timeout(Duration.ofSeconds(1))
            .onFailure(FailurePolicy.DENY);

    @Nested
    class A_registration {

        @Test
        void is_the_modules_own_if_the_bundle_says_nothing() {
            assertThat(HookConfig.none().options(BY_MODULE)).isEqualTo(BY_MODULE);
        }

        @Test
        void is_the_bundles_where_it_says_something() {
            HookConfig config = new HookConfig(EventData.empty(), -10, FailurePolicy.CONTINUE, Duration.ofSeconds(9));

            assertThat(config.options(BY_MODULE))
                    .isEqualTo(BY_MODULE
                            .priority(-10)
                            .onFailure(FailurePolicy.CONTINUE)
                            .timeout(Duration.ofSeconds(9)));
        }
    }

    @Nested
    class A_setting {

        private final HookConfig config = HookConfig.of(
                EventData.of("mode", "ask", "paths", List.of("a", "b"), "most", 3, "quiet", true, "limit", "500ms")
                        .with("share", new BigDecimal("0.25")));

        @Test
        void is_read_as_what_it_is() {
            assertThat(config.text("mode", "deny")).isEqualTo("ask");
            assertThat(config.texts("paths", List.of())).containsExactly("a", "b");
            assertThat(config.number("most", 1)).isEqualTo(3);
            assertThat(config.decimal("share", 1)).isEqualTo(0.25);
            assertThat(config.decimal("most", 1)).isEqualTo(3.0);
            assertThat(config.flag("quiet", false)).isTrue();
            assertThat(config.duration("limit", Duration.ZERO)).isEqualTo(Duration.ofMillis(500));
        }

        @Test
        void that_is_not_there_is_what_the_module_would_have() {
            assertThat(config.text("other", "deny")).isEqualTo("deny");
            assertThat(config.texts("other", List.of("x"))).containsExactly("x");
            assertThat(config.number("other", 7)).isEqualTo(7);
            assertThat(config.decimal("other", 0.5)).isEqualTo(0.5);
            assertThat(config.flag("other", true)).isTrue();
            assertThat(config.duration("other", Duration.ofHours(1))).isEqualTo(Duration.ofHours(1));
        }
    }

    @Nested
    class A_duration {

        @ParameterizedTest
        @CsvSource({"500ms, PT0.5S", "10s, PT10S", "5m, PT5M", "1h, PT1H", "0s, PT0S"})
        void has_a_number_and_a_unit(String text, Duration expected) {
            assertThat(DurationText.parse(text)).isEqualTo(expected);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "10", "s", "-1s", "1.5s", "10 s", "1d", "9999999999s", "10S"})
        void of_any_other_form_is_an_error_that_shows_the_form(String text) {
            assertThatThrownBy(() -> DurationText.parse(text))
                    .hasMessageContaining("\"" + text + "\"")
                    .hasMessageContaining("500ms");
        }
    }
}
