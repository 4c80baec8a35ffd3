package dev.carabiner.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Belongs into CanonicalJsonTest.Numbers.areWrittenAsEcmaScriptDoes; the first two rows are from RFC 8785, appendix B. */
class CanonicalJsonSmallestTest {

    @ParameterizedTest
    @CsvSource({
        "0000000000000001, 5e-324",
        "8000000000000001, -5e-324",
        "0000000000000002, 1e-323",
        "0000000000000003, 1.5e-323",
        "0000000000000004, 2e-323"
    })
    void the_smallest_doubles_have_one_digit_where_one_is_enough(String bits, String expected) {
        double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));

        assertThat(CanonicalJson.of(EventData.of("n", value))).isEqualTo("{\"n\":" + expected + "}");
    }
}
