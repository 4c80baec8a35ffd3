package dev.carabiner.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventDataJsonTest {

    @Test
    void what_was_written_reads_the_same() {
        EventData data = EventData.of(
                "text",
                "a\"b\\c\n\t\r\b\f\u0000\u001f\u007f\u00e9\u20ac\ud83d\ude00",
                "int",
                -7,
                "long",
                1L << 40,
                "big",
                new BigInteger("123456789012345678901234567890"),
                "double",
                1.5e300,
                "exact",
                new BigDecimal("0.1000000000000000000000000000001"),
                "flags",
                List.of(true, false),
                "none",
                null,
                "empty",
                EventData.empty(),
                "list",
                List.of());

        assertThat(EventDataJson.read(EventDataJson.write(data))).isEqualTo(data);
    }

    @Test
    void half_a_surrogate_pair_survives() {
        EventData data = EventData.of("a", "x\ud800y", "b", "\udc00\ud800");

        assertThat(EventDataJson.write(data)).isEqualTo("{\"a\":\"x\\ud800y\",\"b\":\"\\udc00\\ud800\"}");
        assertThat(EventDataJson.read(EventDataJson.write(data))).isEqualTo(data);
    }

    @Test
    void what_is_no_JSON_is_told_without_remarks_about_its_reader() {
        assertThatThrownBy(() -> EventDataJson.read("{"))
                .hasMessage("Not acceptable as JSON: Unexpected end-of-input: expected close marker for Object");
        assertThat(JsonFault.in("[1").problem()).doesNotContain("Source").contains("expected close marker for Array");
    }

    @Test
    void keys_keep_their_order() {
        assertThat(EventDataJson.read("{\"z\":1,\"a\":2}").asMap().keySet()).containsExactly("z", "a");
    }

    @Test
    void nesting_is_limited_before_it_costs_anything() {
        String deep = "{\"a\":".repeat(100_000);

        assertThatThrownBy(() -> EventDataJson.read(deep)).isInstanceOf(CarabinerException.class);
    }

    @Test
    void size_is_limited() {
        assertThatThrownBy(() -> EventDataJson.read(new byte[16 * 1024 * 1024 + 1]))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessageContaining("bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"n\":%s}", "{\"n\":1%s}"})
    void numbers_are_limited_in_length(String json) {
        String digits = "9".repeat(2_000);

        assertThatThrownBy(() -> EventDataJson.read(json.formatted(digits))).isInstanceOf(CarabinerException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e30123456789", "1e-30123456789", "1E+2147483647", "1e-1001", "-2.5e1002"})
    void exponents_are_limited(String number) {
        assertThatThrownBy(() -> EventDataJson.read("{\"n\":" + number + "}"))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessageContaining("exponent");
    }

    @Test
    void bytes_that_are_no_text_are_refused() {
        assertThatThrownBy(() -> EventDataJson.read(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'}))
                .isInstanceOf(InvalidJsonException.class);
    }
}
