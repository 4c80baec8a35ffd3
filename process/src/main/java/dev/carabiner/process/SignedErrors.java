package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A command's standard error, which its {@link Keeper} shares. What the keeper says is a zero, a sign, and one byte; all else
 * is the command's. A command that finds the sign out and writes it can only claim that it has ended, and is then ended.
 *
 * <p>For one thread.
 */
final class SignedErrors {

    private final String sign =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    private final byte[] expected = ("\0" + sign).getBytes(US_ASCII);
    private final KeptOutput kept;
    private int matched;
    private boolean ended;
    private boolean killed;

    private SignedErrors(KeptOutput kept) {
        this.kept = kept;
    }

    static SignedErrors upTo(int characters) {
        return new SignedErrors(new KeptOutput(characters));
    }

    String sign() {
        return sign;
    }

    void add(byte[] bytes, int length) {
        byte[] own = new byte[Math.max(length, 0) + expected.length];
        int count = 0;
        for (int i = 0; i < length; i++) {
            byte next = bytes[i];
            if (matched == expected.length) {
                ended |= next == 0;
                killed |= next == 1;
                matched = 0;
            } else if (next == expected[matched]) {
                matched++;
            } else { // only its first byte is a zero, so what did not go on can begin anew here and nowhere before
                System.arraycopy(expected, 0, own, count, matched);
                count += matched;
                matched = next == 0 ? 1 : 0;
                if (matched == 0) {
                    own[count++] = next;
                }
            }
        }
        kept.add(own, count);
    }

    /** Whether what was written begins so. */
    boolean beginsWith(String text) {
        return kept.beginsWith(text);
    }

    boolean saidEnded() {
        return ended;
    }

    boolean saidKilled() {
        return killed;
    }

    boolean truncated() {
        return kept.truncated();
    }

    /** Nothing can be added afterwards. */
    String finish() {
        kept.add(expected, matched == expected.length ? 0 : matched);
        return kept.finish();
    }
}
