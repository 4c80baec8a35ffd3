package dev.carabiner.audit.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which keys and signatures count. The second verifier's tests hold the same points and signatures. */
class CurvePointTest {

    /** a·B plus a point of order 8, so that it matters whether k is reduced and whether the cofactor is used. */
    private static final String MIXED_ORDER = "6a84d583f06569edb3f5ed77df65544b27d6948b4f0b2cb76f33dd8413b20719";

    private static boolean canBeKey(String point) {
        return CurvePoint.canBeKey(HexFormat.of().parseHex(point));
    }

    @Test
    void a_generated_key_can_be_one() {
        for (int i = 0; i < 50; i++) {
            String text = SigningKey.generate("carabiner-audit/demo").verifier().text();

            assertThat(VerifierKey.parse(text)).isNotNull();
        }
        assertThat(canBeKey(MIXED_ORDER)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0100000000000000000000000000000000000000000000000000000000000000",
                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                "0000000000000000000000000000000000000000000000000000000000000080",
                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
                "0000000000000000000000000000000000000000000000000000000000000000",
                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
            })
    void a_point_of_small_order_cannot(String point) {
        assertThat(canBeKey(point)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "0100000000000000000000000000000000000000000000000000000000000080",
                "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                "0200000000000000000000000000000000000000000000000000000000000000",
            })
    void nor_can_what_is_not_the_one_encoding_of_a_point(String point) {
        assertThat(canBeKey(point)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "6d30, d54f944df01fa44e4823a44fb172a705d0def8782380acabd4239e84d8536103, false",
        "6d38, c875cd7d77fc3668010bb10c2a2f3f02caaab91f837662f39345530ff3a03100, true",
        "6d3934, 323d9b7b3bc99209f79072c738755d54007efe52d97ad204a387a99c3ba91e0d, true",
    })
    void a_signature_is_checked_without_the_cofactor(String message, String s, boolean valid) throws Exception {
        HexFormat hex = HexFormat.of();
        PublicKey key = KeyFactory.getInstance("Ed25519")
                .generatePublic(new X509EncodedKeySpec(hex.parseHex("302a300506032b6570032100" + MIXED_ORDER)));
        String r = "7db0dc9222f3c183457ddde4c708de8e5ea6bf3d5c4404cca14b32729a05c32a";

        assertThat(VerifierKey.of("carabiner-audit/demo", key).verifies(hex.parseHex(message), hex.parseHex(r + s)))
                .isEqualTo(valid);
    }
}
