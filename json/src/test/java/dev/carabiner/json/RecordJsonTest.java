package dev.carabiner.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordJsonTest {

    private static Map<String, Object> read(String json) {
        return RecordJson.read(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void texts_flags_objects_and_arrays_are_what_they_are() {
        assertThat(read("{\"z\":\"x\\ud800\u20ac\",\"a\":[true,false,null,{}]}"))
                .hasToString("{z=x\ud800\u20ac, a=[true, false, null, {}]}");
    }

    @Test
    void numbers_of_any_size_are_read_over() {
        String numbers = "[1E+5000,-1e-99999999999,%s,0.5]".formatted("9".repeat(100_000));

        assertThat(read("{\"n\":" + numbers + ",\"b\":\"c\"}").get("b")).isEqualTo("c");
        assertThat((List<?>) read("{\"n\":" + numbers + "}").get("n"))
                .hasSize(4)
                .containsOnlyNulls();
    }

    @Test
    void nesting_goes_as_deep_as_a_record_and_no_deeper() {
        assertThat(read("{\"a\":".repeat(599) + "1" + "}".repeat(599))).hasSize(1);
        assertThatThrownBy(() -> read("{\"a\":".repeat(100_000))).isInstanceOf(InvalidJsonException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "7", "{", "{\"a\":}", "{} {}", "{\"a\":1,\"a\":2}"})
    void anything_but_an_object_is_refused(String json) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(InvalidJsonException.class);
    }
}
