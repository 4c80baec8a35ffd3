package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeLeftTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:42:00Z");

    @ParameterizedTest
    @CsvSource({
        "-PT1S, 0:00",
        "PT0.9S, 0:00",
        "PT59S, 0:59",
        "PT59M59S, 59:59",
        "PT1H, 1 h 0 min",
        "PT47H59M59S, 47 h 59 min",
        "PT48H, 2 d 0 h",
        "PT167H49M26S, 6 d 23 h"
    })
    void is_in_the_two_units_that_tell_most(Duration left, String shown) {
        assertThat(TimeLeft.until(NOW.plus(left), NOW)).isEqualTo(shown);
    }
}
