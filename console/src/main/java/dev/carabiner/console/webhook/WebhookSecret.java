package dev.carabiner.console.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What a receiver shares with this server: {@code whsec_} and 24 to 64 bytes in Base64. */
public final class WebhookSecret {

    private static final String BEGINNING = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SHORTEST = 24;
    private static final int LONGEST = 64;

    private final byte[] key;

    private WebhookSecret(byte[] key) {
        this.key = key;
    }

    /**
     * Reads a secret.
     *
     * @throws IllegalArgumentException if it is none; the message does not repeat it
     */
    public static WebhookSecret of(String text) {
        if (!text.startsWith(BEGINNING)) {
            throw new IllegalArgumentException("expected a secret that begins with " + BEGINNING);
        }
        byte[] key = decoded(text.substring(BEGINNING.length()));
        if (key.length < SHORTEST || key.length > LONGEST) {
            throw new IllegalArgumentException("expected a secret of " + SHORTEST + " to " + LONGEST
                    + " bytes in Base64, found one of " + key.length);
        }
        return new WebhookSecret(key);
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("expected Base64 behind " + BEGINNING); // the cause repeats a character
        }
    }

    /** The signature of a message by this secret, as in {@code v1,BASE64}. */
    String signature(String id, long timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HMAC-SHA256 is part of every Java", e);
        }
    }

    /** Says what it is, and nothing of it. */
    @Override
    public String toString() {
        return BEGINNING + "…";
    }
}
