package dev.carabiner.guard.rule;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Text as printable ASCII: every other byte of its UTF-8 form, and the percent sign, as {@code %XX}. */
final class PercentEncoding {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private PercentEncoding() {}

    /** False for half a surrogate pair, which has no UTF-8 form. */
    static boolean canHold(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    static String encoded(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b < ' ' || b > '~' || b == '%') {
                out.append('%').append(HEX.toHexDigits(b));
            } else {
                out.append((char) b);
            }
        }
        return out.toString();
    }

    /** Null for everything but what {@link #encoded} writes: each text has one form. */
    static @Nullable String decoded(String encoded) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes(encoded)))
                    .toString();
            return encoded(text).equals(encoded) ? text : null;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** For suspicion: what a careless reader might make of it. */
    static String decodedAsFarAsPossible(String text) {
        return text.indexOf('%') < 0 ? text : new String(bytes(text), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String encoded) {
        byte[] utf8 = encoded.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(utf8.length);
        for (int i = 0; i < utf8.length; i++) {
            boolean escape = utf8[i] == '%' && i + 2 < utf8.length;
            int high = escape ? Character.digit(utf8[i + 1], 16) : -1;
            int low = escape ? Character.digit(utf8[i + 2], 16) : -1;
            if (high >= 0 && low >= 0) {
                out.write(high << 4 | low);
                i += 2;
            } else {
                out.write(utf8[i]);
            }
        }
        return out.toByteArray();
    }
}
