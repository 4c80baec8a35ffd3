package dev.carabiner.session;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** Names the emits of one coordinator: counted, behind a random word that no other coordinator of the log has. */
final class EmitIds {

    private static final int RANDOM_BYTES = 6;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String word;
    private final AtomicLong count = new AtomicLong();

    EmitIds() {
        byte[] bytes = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(bytes);
        word = HexFormat.of().formatHex(bytes) + "-";
    }

    String next() {
        return word + count.incrementAndGet();
    }
}
