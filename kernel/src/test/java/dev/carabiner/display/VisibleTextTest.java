package dev.carabiner.display;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisibleTextTest {

    @Test
    void what_is_visible_stays_as_it_is() {
        assertThat(VisibleText.escaped("Grüße, 日本 😀 ok")).isEqualTo("Grüße, 日本 😀 ok");
    }

    @ParameterizedTest
    @CsvSource({
        "1B, \\u001B",
        "7F, \\u007F",
        "9B, \\u009B",
        "202E, \\u202E",
        "2066, \\u2066",
        "200B, \\u200B",
        "FEFF, \\uFEFF",
        "AD, \\u00AD",
        "2028, \\u2028",
        "A0, \\u00A0",
        "3000, \\u3000",
        "3164, \\u3164",
        "115F, \\u115F",
        "2800, \\u2800",
        "FE0F, \\uFE0F",
        "E0101, \\u{E0101}",
        "E0041, \\u{E0041}",
        "D800, \\uD800",
        "E000, \\uE000",
        "FFFFF, \\u{FFFFF}",
        "180E, \\u180E",
        "34F, \\u034F",
        "D, \\r"
    })
    void what_could_hide_reorder_or_fake_something_is_escaped(String codePoint, String escaped) {
        String text = new StringBuilder("a")
                .appendCodePoint(Integer.parseInt(codePoint, 16))
                .append('b')
                .toString();

        assertThat(VisibleText.escaped(text)).isEqualTo("a" + escaped + "b");
    }

    @Test
    void line_feeds_and_tabs_stay_in_text_and_are_escaped_in_one_line() {
        assertThat(VisibleText.escaped("a\n\tb")).isEqualTo("a\n\tb");
        assertThat(VisibleText.inOneLine("a\n\tb")).isEqualTo("a\\n\\tb");
    }
}
