package dev.carabiner.audit.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCheckTest {

    private final JsonCheck check = new JsonCheck();

    private boolean accepts(String json) {
        return accepts(json.getBytes(StandardCharsets.UTF_8));
    }

    private boolean accepts(byte[] json) {
        return check.object(json, 0, json.length, 2) == json.length;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"a\":{},\"b\":[],\"\":null}",
                "{\"a\":[1,-1,0,-0,0.5,1e5,1E+5,1.25e-7,true,false,null,\"\"]}",
                "{\"a\":\"\\\"\\\\\\b\\t\\n\\f\\r\\u0000\\u001f\"}",
                "{\"a\":\"\\ud800\",\"b\":\"\\udc00\\ud800\",\"c\":\"\\ud800x\\udc00\"}",
                "{\"a\":\"\u007f\u0080\u07ff\u0800\ufffd\ud83d\ude00\"}",
                "{\"long enough to be read eight bytes at a time\":\"and some more of it, to be sure\"}"
            })
    void accepts_the_one_spelling(String json) {
        assertThat(accepts(json)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{}x",
                "{ }",
                "{\"a\": 1}",
                "{\"a\":1,}",
                "{,}",
                "{\"a\"}",
                "{a:1}",
                "{\"a\":01}",
                "{\"a\":+1}",
                "{\"a\":.5}",
                "{\"a\":1.}",
                "{\"a\":1e}",
                "{\"a\":-}",
                "{\"a\":NaN}",
                "{\"a\":tru}",
                "{\"a\":[1,]}",
                "{\"a\":[1}",
                "{\"a\":\"\\/\"}",
                "{\"a\":\"\\u0061\"}",
                "{\"a\":\"\\u000a\"}",
                "{\"a\":\"\\u001F\"}",
                "{\"a\":\"\\u00\"}",
                "{\"a\":\"\\ud83d\\ude00\"}",
                "{\"a\":\"\\uD800\"}",
                "{\"a\":\"\\u007f\"}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"tab\there\"}",
                "{\"a\":\"unfinished}",
                "{\"a\":1,\"a\":2}",
                "{\"x\":{\"a\":1,\"b\":2,\"a\":3}}"
            })
    void refuses_any_other(String json) {
        assertThat(accepts(json)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c080",
                "c1bf",
                "e08080",
                "e09fbf",
                "eda080",
                "edbfbf",
                "f0808080",
                "f08fbfbf",
                "f4908080",
                "f5808080",
                "80",
                "bf",
                "ff",
                "fe",
                "c2",
                "e282",
                "f09f98",
                "c241",
                "e28241"
            })
    void refuses_bytes_that_are_not_utf8(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        byte[] json = ("{\"a\":\"" + "?".repeat(bytes.length) + "\"}").getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, json, 6, bytes.length);

        assertThat(accepts(json)).isFalse();
    }

    @Test
    void finds_a_key_that_stands_twice_among_many() {
        String many =
                IntStream.range(0, 5_000).mapToObj(i -> "\"k" + i + "\":0").collect(Collectors.joining(","));

        assertThat(accepts("{" + many + "}")).isTrue();
        assertThat(accepts("{" + many + ",\"k0\":0}")).isFalse();
        assertThat(accepts("{\"k4999\":0," + many + "}")).isFalse();
    }

    @Test
    void the_same_key_may_stand_in_two_objects() {
        assertThat(accepts("{\"a\":{\"a\":{\"a\":1}},\"b\":[{\"a\":1},{\"a\":1}]}"))
                .isTrue();
    }

    @Test
    void limits_nesting() {
        assertThat(accepts("{\"a\":".repeat(599) + "0" + "}".repeat(599))).isTrue();
        assertThat(accepts("{\"a\":".repeat(600) + "0" + "}".repeat(600))).isFalse();
        assertThat(accepts("{\"a\":" + "[".repeat(1_000_000))).isFalse();
    }
}
