package dev.carabiner.audit.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;

/** Lower-case hex, written into and read from byte arrays. */
public final class Hex {

    private static final byte[] DIGITS = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };

    private static final VarHandle TWO_BYTES =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** The two digits of each byte, to be written at once: this is done for every record. */
    private static final short[] PAIRS = pairs();

    private Hex() {}

    private static short[] pairs() {
        short[] pairs = new short[256];
        for (int value = 0; value < pairs.length; value++) {
            pairs[value] = (short) (DIGITS[value >> 4] | (DIGITS[value & 0xF] << 8));
        }
        return pairs;
    }

    /** Two lower-case digits for each byte. */
    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** Writes two digits for each of {@code count} bytes. */
    public static void write(byte[] bytes, int from, int count, byte[] into, int at) {
        for (int i = 0; i < count; i++) {
            TWO_BYTES.set(into, at + 2 * i, PAIRS[bytes[from + i] & 0xFF]);
        }
    }

    /** Whether only lower-case hex digits stand there. */
    public static boolean isHex(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            byte digit = bytes[i];
            if ((digit < '0' || digit > '9') && (digit < 'a' || digit > 'f')) {
                return false;
            }
        }
        return true;
    }

    /** The bytes that {@code 2 * into.length} digits stand for, which the caller knows to be digits. */
    public static void read(byte[] text, int from, byte[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] =
                    (byte) (16 * Character.digit(text[from + 2 * i], 16) + Character.digit(text[from + 2 * i + 1], 16));
        }
    }
}
