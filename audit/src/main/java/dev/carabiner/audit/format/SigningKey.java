package dev.carabiner.audit.format;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The key pair of one segment. Its text is for the key file only; it prints as its public half. */
public final class SigningKey {

    private final VerifierKey verifier;
    private final PrivateKey key;

    private SigningKey(VerifierKey verifier, PrivateKey key) {
        this.verifier = verifier;
        this.key = key;
    }

    /** A new Ed25519 key with this name. */
    public static SigningKey generate(String origin) {
        try {
            KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            return new SigningKey(VerifierKey.of(origin, pair.getPublic()), pair.getPrivate());
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform from 15 on has Ed25519", e);
        }
    }

    /** Reads what {@link #text} gave, or returns null if it is something else. */
    public static @Nullable SigningKey parse(String text) {
        List<String> lines = text.lines().toList();
        VerifierKey verifier = lines.size() == 2 ? VerifierKey.parse(lines.getFirst()) : null;
        if (verifier == null) {
            return null;
        }
        try {
            byte[] pkcs8 = Base64.getDecoder().decode(lines.getLast());
            PrivateKey key = KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            return new SigningKey(verifier, key);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Two lines: the public key, then the private one. */
    public byte[] text() {
        String text = verifier.text() + "\n" + Base64Text.of(key.getEncoded()) + "\n";
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Its public half. */
    public VerifierKey verifier() {
        return verifier;
    }

    byte[] sign(byte[] message) {
        try {
            Signature ed25519 = Signature.getInstance("Ed25519");
            ed25519.initSign(key);
            ed25519.update(message);
            return ed25519.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot sign with " + verifier, e);
        }
    }

    @Override
    public String toString() {
        return verifier.toString();
    }
}
