package dev.carabiner.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTextTest {

    @Test
    void ordinary_text_stays_as_it_is() {
        String text = "Zeile 1\tä€😀\r\n  日本語 \u200D";

        assertThat(SafeText.of(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001B[31;1mx",
                "\u001B]0;title\u0007x",
                "\u001B]8;;http://a\u001B\\x",
                "\u009B2Kx",
                "\u009D0;t\u009Cx",
                "\u001BP1$r\u001B\\x",
                "\u001Bcx",
                "\u001B(0x",
                "\u0000x",
                "\u007Fx",
                "\u0085x",
                "\ud800x",
                "\udc00x",
                "\u202Ax",
                "\u202Ex",
                "\u2066x",
                "\u2069x",
                "\u200Fx",
                "\u061Cx",
                "\u001B\u001B[1mx"
            })
    void whatever_could_steer_a_terminal_or_a_reader_is_removed(String text) {
        assertThat(SafeText.of(text)).isEqualTo("x");
    }

    @Test
    void a_sequence_that_never_ends_does_not_swallow_the_text_behind_it() {
        assertThat(SafeText.of("a\u001B]0;visible")).isEqualTo("a0;visible");
    }

    @Test
    void making_safe_text_safe_changes_nothing() {
        var random = new SplittableRandom(7);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i > 0; i--) {
                text.append((char) (random.nextBoolean() ? random.nextInt(0xA0) : random.nextInt(0x10000)));
            }
            String once = SafeText.of(text.toString());
            assertThat(SafeText.of(once)).isEqualTo(once);
            assertThat(once.chars().filter(c -> c < 0x20 && c != '\t' && c != '\n' && c != '\r'))
                    .isEmpty();
        }
    }

    @Test
    void a_megabyte_of_introducers_takes_no_noticeable_time() {
        for (String piece : new String[] {"\u001B]", "\u009D", "\u001B[", "\u001B", "\u001B[1;", "\u0090x"}) {
            String hostile = piece.repeat(1_000_000 / piece.length());
            assertTimeoutPreemptively(Duration.ofSeconds(5), () -> SafeText.of(hostile));
        }
    }
}
