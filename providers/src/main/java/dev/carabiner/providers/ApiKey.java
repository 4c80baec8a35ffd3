package dev.carabiner.providers;

import java.util.Arrays;
import java.util.Locale;

/** A key that is sent in one header and appears nowhere else. */
final class ApiKey {

    /** A service that masks a key still shows its ends; anything this long counts as a part of it. */
    private static final int PART = 5;

    private static final String HIDDEN = "[hidden]";

    private final String value;

    private ApiKey(String value) {
        this.value = value;
    }

    /**
     * Takes the key without the blanks around it, which a file or a shell may have left there.
     *
     * @throws IllegalArgumentException if it could not be sent in a header; the message does not show it
     */
    static ApiKey of(String text) {
        String value = text.strip();
        if (value.isEmpty()) {
            throw new IllegalArgumentException("is empty");
        }
        if (!value.chars().allMatch(c -> c > 0x20 && c < 0x7F)) {
            throw new IllegalArgumentException("holds blanks or other characters that no key has");
        }
        return new ApiKey(value);
    }

    /** For the header, and for nothing else. */
    String reveal() {
        return value;
    }

    /** The text without the key and without any longer part of it, in whatever case. */
    String hideIn(String text) {
        String needle = value.toLowerCase(Locale.ROOT);
        String hay = text.toLowerCase(Locale.ROOT);
        if (hay.length() != text.length() || value.length() < PART) {
            return HIDDEN;
        }
        boolean[] hidden = new boolean[text.length()];
        for (int part = 0; part + PART <= needle.length(); part++) {
            String piece = needle.substring(part, part + PART);
            for (int at = hay.indexOf(piece); at >= 0; at = hay.indexOf(piece, at + 1)) {
                Arrays.fill(hidden, at, at + PART, true);
            }
        }
        return withoutHidden(text, hidden);
    }

    private static String withoutHidden(String text, boolean[] hidden) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < hidden.length; i++) {
            if (!hidden[i]) {
                out.append(text.charAt(i));
            } else if (i == 0 || !hidden[i - 1]) {
                out.append(HIDDEN);
            }
        }
        return out.toString();
    }

    @Override
    public String toString() {
        return HIDDEN;
    }
}
