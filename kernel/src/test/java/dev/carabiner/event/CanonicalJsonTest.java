package dev.carabiner.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 8785, with numbers that a double cannot hold written exactly. */
class CanonicalJsonTest {

    private static String number(Number number) {
        String json = CanonicalJson.of(EventData.of("n", number));
        return json.substring("{\"n\":".length(), json.length() - 1);
    }

    private static String text(String text) {
        String json = CanonicalJson.of(EventData.of("t", text));
        return json.substring("{\"t\":\"".length(), json.length() - 2);
    }

    @Nested
    class Numbers {

        /** Appendix B of the RFC: the bits of a double, and how ECMAScript writes it. */
        @ParameterizedTest
        @CsvSource({
            "0000000000000000, 0",
            "8000000000000000, 0",
            "7fefffffffffffff, 1.7976931348623157e+308",
            "ffefffffffffffff, -1.7976931348623157e+308",
            "4340000000000000, 9007199254740992",
            "c340000000000000, -9007199254740992",
            "4430000000000000, 295147905179352830000",
            "44b52d02c7e14af5, 9.999999999999997e+22",
            "44b52d02c7e14af6, 1e+23",
            "44b52d02c7e14af7, 1.0000000000000001e+23",
            "444b1ae4d6e2ef4e, 999999999999999700000",
            "444b1ae4d6e2ef4f, 999999999999999900000",
            "444b1ae4d6e2ef50, 1e+21",
            "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
            "3eb0c6f7a0b5ed8d, 0.000001",
            "41b3de4355555553, 333333333.3333332",
            "41b3de4355555554, 333333333.33333325",
            "41b3de4355555555, 333333333.3333333",
            "41b3de4355555556, 333333333.3333334",
            "41b3de4355555557, 333333333.33333343",
            "becbf647612f3696, -0.0000033333333333333333",
            "43143ff3c1cb0959, 1424953923781206.2"
        })
        void are_written_as_ecma_script_does(String bits, String expected) {
            assertThat(number(Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16))))
                    .isEqualTo(expected);
        }

        @ParameterizedTest
        @CsvSource({
            "1.0, 1",
            "-1.5, -1.5",
            "100.0, 100",
            "0.1, 0.1",
            "1e20, 100000000000000000000",
            "1e21, 1e+21",
            "1.5e21, 1.5e+21",
            "1e-6, 0.000001",
            "1e-7, 1e-7",
            "1.25e-7, 1.25e-7",
            "123456789.125, 123456789.125",
            "4.5, 4.5",
            "2e-3, 0.002",
            "333333333.33333329, 333333333.3333333",
            "1E30, 1e+30",
            "4.50, 4.5",
            "0.000000000000000000000000001, 1e-27",
            "2.2250738585072014e-308, 2.2250738585072014e-308",
            "1152921504606846976, 1152921504606847000"
        })
        void that_are_doubles_have_the_shortest_form(double value, String expected) {
            assertThat(number(value)).isEqualTo(expected);
        }

        @Test
        void that_are_whole_are_exact() {
            assertThat(number(0)).isEqualTo("0");
            assertThat(number(Integer.MIN_VALUE)).isEqualTo("-2147483648");
            assertThat(number(Long.MAX_VALUE)).isEqualTo("9223372036854775807");
            assertThat(number(9007199254740993L)).isEqualTo("9007199254740993");
            assertThat(number((byte) -1)).isEqualTo("-1");
            assertThat(number((short) 300)).isEqualTo("300");
        }

        @Test
        void beyond_a_double_are_exact_and_distinct() {
            assertThat(number(new BigInteger("123456789012345678901"))).isEqualTo("123456789012345678901");
            assertThat(number(new BigInteger("1234567890123456789012"))).isEqualTo("1.234567890123456789012e+21");
            assertThat(number(new BigDecimal("0.1000000000000000055511151231257827")))
                    .isEqualTo("0.1000000000000000055511151231257827")
                    .isNotEqualTo(number(0.1));
            assertThat(number(new BigDecimal("1e400"))).isEqualTo("1e+400");
            assertThat(Stream.of(0, 1, 2, 3).map(i -> number((1L << 53) + i))).doesNotHaveDuplicates();
        }

        @Test
        void that_mean_the_same_are_written_the_same() {
            assertThat(Stream.of(
                                    100,
                                    100L,
                                    (short) 100,
                                    100.0,
                                    100f,
                                    new BigDecimal("100.00"),
                                    new BigDecimal("1E2"),
                                    BigInteger.valueOf(100))
                            .map(CanonicalJsonTest::number))
                    .containsOnly("100");
            assertThat(Stream.of(0, -0.0, 0.0f, new BigDecimal("0E-10"), new BigDecimal("0E+10"), BigInteger.ZERO)
                            .map(CanonicalJsonTest::number))
                    .containsOnly("0");
        }
    }

    @Nested
    class Texts {

        @Test
        void escape_quotes_backslashes_and_control_characters_only() {
            assertThat(text("\"\\/\b\f\n\r\t")).isEqualTo("\\\"\\\\/\\b\\f\\n\\r\\t");
            assertThat(text("\u0000\u0001\u000B\u001F")).isEqualTo("\\u0000\\u0001\\u000b\\u001f");
            assertThat(text("\u007F\u0080\u2028\u2029<>&'é€😀")).isEqualTo("\u007F\u0080\u2028\u2029<>&'é€😀");
        }

        @Test
        void are_not_normalised() {
            assertThat(text("\u00E9")).isNotEqualTo(text("e\u0301"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"high", "low", "swapped", "end"})
        void with_half_a_surrogate_pair_are_refused_as_values_and_as_keys(String kind) {
            String lone = Map.of("high", "a\uD83Db", "low", "a\uDE00b", "swapped", "\uDE00\uD83D", "end", "a\uD83D")
                    .get(kind);

            assertThatThrownBy(() -> CanonicalJson.of(EventData.of("k", lone)))
                    .isInstanceOf(InvalidEventDataException.class);
            assertThatThrownBy(() -> CanonicalJson.of(EventData.of(lone, 1)))
                    .isInstanceOf(InvalidEventDataException.class);
            assertThatThrownBy(() -> CanonicalJson.digest(EventData.of("k", List.of(lone))))
                    .isInstanceOf(InvalidEventDataException.class);
        }
    }

    @Nested
    class Objects {

        /** The RFC's own example (section 3.2.3): sorted by UTF-16 units, so the emoji stands before U+FB33. */
        @Test
        void have_their_keys_sorted_by_utf16_units() {
            Map<String, Object> fields = new LinkedHashMap<>();
            for (String key : List.of("\u20ac", "\r", "\ufb33", "1", "\ud83d\ude00", "\u0080", "\u00f6")) {
                fields.put(key, 0);
            }

            assertThat(CanonicalJson.of(EventData.of(fields)))
                    .isEqualTo("{\"\\r"
                            + "\":0,\"1\":0,\"\u0080\":0,\"\u00f6\":0,\"\u20ac\":0,\"\ud83d\ude00\":0,\"\ufb33\":0}");
        }

        @Test
        void are_sorted_on_every_level_and_lists_are_not() {
            EventData data = EventData.of(
                    "z", List.of(3, 1, Map.of("b", 1, "a", 2)), "a", Map.of("y", Map.of(), "x", List.of()));

            assertThat(CanonicalJson.of(data)).isEqualTo("{\"a\":{\"x\":[],\"y\":{}},\"z\":[3,1,{\"a\":2,\"b\":1}]}");
        }

        @Test
        void may_be_empty_or_hold_null_and_booleans() {
            assertThat(CanonicalJson.of(EventData.empty())).isEqualTo("{}");
            assertThat(CanonicalJson.of(EventData.of("a", Arrays.asList(null, true, false))))
                    .isEqualTo("{\"a\":[null,true,false]}");
            assertThat(CanonicalJson.of(EventData.of("", null))).isEqualTo("{\"\":null}");
        }
    }

    /** Section 3.2.2 of the RFC, whole. */
    @Test
    void the_example_of_the_rfc_comes_out_right() {
        EventData data = EventData.of(
                "numbers", List.of(333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001),
                "string", "\u20ac$\u000F\nA'B\"\\\\\"/",
                "literals", Arrays.asList(null, true, false));

        assertThat(CanonicalJson.of(data))
                .isEqualTo("{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                        + "\"string\":\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    @Test
    void the_digest_is_sha256_of_the_utf8_form() {
        assertThat(CanonicalJson.digest(EventData.empty()))
                .isEqualTo("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
        assertThat(CanonicalJson.digest(EventData.of("a", 1, "b", 2)))
                .isEqualTo(CanonicalJson.digest(EventData.of("b", 2L, "a", 1.0)));
    }
}
