package dev.carabiner.providers;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A key that is sent to the service and appears nowhere else. */
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

    /** For LangChain4j's model, and for nothing else. */
    String reveal() {
        return value;
    }

    /** The text without the key and without any longer part of it, in whatever case. */
    String hideIn(String text) {
        if (value.length() < PART) {
            return HIDDEN;
        }
        String part = IntStream.rangeClosed(0, value.length() - PART)
                .mapToObj(at -> Pattern.quote(value.substring(at, at + PART)))
                .collect(Collectors.joining("|"));
        return text.replaceAll("(?isu)(?:(?=" + part + ").)++.{" + (PART - 1) + "}", HIDDEN);
    }

    @Override
    public String toString() {
        return HIDDEN;
    }
}
