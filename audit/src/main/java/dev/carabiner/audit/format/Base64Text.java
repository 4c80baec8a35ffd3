package dev.carabiner.audit.format;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Base64 that has one spelling: what would be written otherwise is not read. */
public final class Base64Text {

    private Base64Text() {}

    /** These bytes in Base64, with padding and without line breaks. */
    public static String of(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** The bytes, or null if the text is not how exactly so many bytes are written. */
    public static byte @Nullable [] read(String text, int length) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            return bytes.length == length && of(bytes).equals(text) ? bytes : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
