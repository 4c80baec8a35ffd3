package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiKeyTest {

    private static final String KEY = "sk-0123456789abcdef";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no such key sk-0123456789abcdef!  | no such key [hidden]!",
                "sk-01***cdef and sk-012****bcdef  | [hidden]***cdef and [hidden]****[hidden]",
                "SK-0123456789ABCDEF               | [hidden]",
                "345678 and 789a                   | [hidden] and 789a",
                "nothing of it                     | nothing of it"
            })
    void no_longer_part_of_it_is_left(String text, String clean) {
        assertThat(ApiKey.of(KEY).hideIn(text)).isEqualTo(clean);
    }

    @Test
    void one_that_is_too_short_to_be_recognized_hides_everything() {
        assertThat(ApiKey.of("abcd").hideIn("abcd is wrong")).isEqualTo("[hidden]");
    }

    @Test
    @Timeout(10)
    void a_text_full_of_it_is_cleaned_in_no_time() {
        String hostile = "a".repeat(200_000) + KEY.toUpperCase(Locale.ROOT).repeat(1_000);

        assertThat(ApiKey.of("aaaaaaaaaaaaaaaaaaaa").hideIn(hostile))
                .startsWith("[hidden]SK-0")
                .hasSizeLessThan(20_000);
    }

    @Test
    void is_not_in_what_it_says_of_itself() {
        assertThat(ApiKey.of(KEY)).hasToString("[hidden]");
    }
}
