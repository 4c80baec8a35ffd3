package dev.carabiner.audit.format;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Set;

/**
 * Which 32 bytes can be a public key of Ed25519: the one encoding of a point of the curve, and none of the eight points
 * of small order, under which one signature fits many messages.
 */
final class CurvePoint {

    private static final BigInteger ONE = BigInteger.ONE;
    private static final BigInteger P = ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));
    private static final BigInteger D = BigInteger.valueOf(-121_665)
            .multiply(BigInteger.valueOf(121_666).modInverse(P))
            .mod(P);

    /** One of the two second coordinates that the points of order 8 have; the other is its negative. */
    private static final BigInteger OF_ORDER_8 = fromLittleEndian(
            HexFormat.of().parseHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"));

    private static final Set<BigInteger> OF_SMALL_ORDER =
            Set.of(BigInteger.ZERO, ONE, P.subtract(ONE), OF_ORDER_8, P.subtract(OF_ORDER_8));

    private CurvePoint() {}

    /** The highest bit is the sign of the first coordinate; where that is 0, and has no sign, the order is small. */
    static boolean canBeKey(byte[] encoded) {
        BigInteger y = fromLittleEndian(encoded).clearBit(255);
        return y.compareTo(P) < 0 && !OF_SMALL_ORDER.contains(y) && isOnCurve(y);
    }

    /** Whether x² = (y² - 1) / (d·y² + 1) has a solution; both sides times the divisor's square are as good. */
    private static boolean isOnCurve(BigInteger y) {
        BigInteger ySquared = y.multiply(y).mod(P);
        BigInteger square =
                ySquared.subtract(ONE).multiply(D.multiply(ySquared).add(ONE)).mod(P);
        return square.modPow(P.shiftRight(1), P).equals(ONE);
    }

    private static BigInteger fromLittleEndian(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return new BigInteger(1, reversed);
    }
}
