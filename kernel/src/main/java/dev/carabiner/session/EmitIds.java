package dev.carabiner.session;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Names the emits of one coordinator: counted, behind a random word that no other coordinator of the log has. All but
 * the last two digits are put into letters once in a hundred times: that was the dearest part of an emit without handlers.
 */
final class EmitIds {

    private static final int RANDOM_BYTES = 6;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TAILS = 100;
    private static final String[] TWO_DIGITS = twoDigits();

    /** What a hundred ids have in common. */
    private record Head(long hundreds, String text) {}

    private final String word;
    private final AtomicLong count = new AtomicLong();
    private Head head; // any thread may put another there: it is only a faster way to the same text

    EmitIds() {
        byte[] bytes = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(bytes);
        word = HexFormat.of().formatHex(bytes) + "-";
        head = new Head(0, word);
    }

    String next() {
        long number = count.incrementAndGet();
        if (number < TAILS) {
            return word + number;
        }
        long hundreds = number / TAILS;
        Head common = head;
        if (common.hundreds != hundreds) {
            common = new Head(hundreds, word + hundreds);
            head = common;
        }
        return common.text.concat(TWO_DIGITS[(int) (number % TAILS)]);
    }

    private static String[] twoDigits() {
        String[] texts = new String[TAILS];
        for (int i = 0; i < TAILS; i++) {
            texts[i] = (i < 10 ? "0" : "") + i;
        }
        return texts;
    }
}
