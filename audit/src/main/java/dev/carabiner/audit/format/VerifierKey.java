package dev.carabiner.audit.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A public key as C2SP signed notes write it: name, hash of both, and the key.
 *
 * @param text all of it: {@code carabiner-audit/demo+5d1f0c3a+AZ…}
 * @param name who signs with it: the log's origin
 */
public record VerifierKey(String text, String name, PublicKey key) {

    private static final String ORIGIN_PREFIX = "carabiner-audit/";

    private static final Pattern TEXT =
            Pattern.compile("(carabiner-audit/[A-Za-z0-9._-]{1,64})\\+([0-9a-f]{8})\\+(.{44})");

    /** What stands before the 32 bytes of an Ed25519 key in its X.509 form. */
    private static final byte[] X509 = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final Pattern BLANKS = Pattern.compile("^[ \\t\\r\\n]+|[ \\t\\r\\n]+$");

    /** To open a log is to read one key several times, and whether it can be one takes long to find out. */
    private static volatile @Nullable VerifierKey last;

    private static final int LONGEST_FILE = 4_096;
    private static final int ED25519 = 1;
    private static final int KEY_BYTES = 32;

    /** The name that keys of the log with this name have. */
    public static String origin(String log) {
        return ORIGIN_PREFIX + log;
    }

    static VerifierKey of(String name, PublicKey key) {
        byte[] x509 = key.getEncoded();
        byte[] typed = typed(Arrays.copyOfRange(x509, X509.length, x509.length));
        String hash = HexFormat.of().formatHex(hash(name, typed));
        return new VerifierKey(name + "+" + hash + "+" + Base64Text.of(typed), name, key);
    }

    /** Reads a key, or returns null if the text is not one. */
    public static @Nullable VerifierKey parse(String text) {
        VerifierKey known = last;
        if (known != null && known.text.equals(text)) {
            return known;
        }
        VerifierKey key = parsed(text);
        last = key == null ? known : key;
        return key;
    }

    private static @Nullable VerifierKey parsed(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        String name = parts.group(1);
        byte[] typed = Base64Text.read(parts.group(3), 1 + KEY_BYTES);
        boolean fits = typed != null
                && typed[0] == ED25519
                && HexFormat.of().formatHex(hash(name, typed)).equals(parts.group(2));
        if (typed == null || !fits) {
            return null;
        }
        byte[] raw = Arrays.copyOfRange(typed, 1, typed.length);
        return CurvePoint.canBeKey(raw) ? new VerifierKey(text, name, key(raw)) : null;
    }

    /**
     * Reads a key, or the key that a file holds, as people give it to a command.
     *
     * @return null if it is neither a key nor a file with one
     * @throws IOException if there is such a file and it cannot be read
     */
    public static @Nullable VerifierKey named(String keyOrFile) throws IOException {
        VerifierKey key = parse(keyOrFile);
        Path file = Path.of(keyOrFile);
        if (key != null || !Files.isRegularFile(file)) {
            return key;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(LONGEST_FILE + 1);
            String text = new String(content, StandardCharsets.ISO_8859_1);
            return content.length > LONGEST_FILE
                    ? null
                    : parse(BLANKS.matcher(text).replaceAll(""));
        }
    }

    /** The log's name, which is the key's without the prefix. */
    public String log() {
        return name.substring(ORIGIN_PREFIX.length());
    }

    /** The four bytes that a signature starts with. */
    public byte[] hash() {
        return HexFormat.of().parseHex(text, name.length() + 1, name.length() + 9);
    }

    /**
     * The strict check: both halves of the signature in their one encoding, and S·B = R + k·A without the cofactor.
     * The Java platform does just that; keys for which it would mean little are refused by {@link #parse}.
     */
    public boolean verifies(byte[] message, byte[] signature) {
        try {
            Signature ed25519 = Signature.getInstance("Ed25519");
            ed25519.initVerify(key);
            ed25519.update(message);
            return ed25519.verify(signature);
        } catch (GeneralSecurityException e) {
            return false; // a signature of impossible form
        }
    }

    private static PublicKey key(byte[] raw) {
        byte[] x509 = Arrays.copyOf(X509, X509.length + KEY_BYTES);
        System.arraycopy(raw, 0, x509, X509.length, KEY_BYTES);
        try {
            return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(x509));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform from 15 on has Ed25519", e);
        }
    }

    private static byte[] typed(byte[] raw) {
        byte[] typed = new byte[1 + KEY_BYTES];
        typed[0] = ED25519;
        System.arraycopy(raw, 0, typed, 1, KEY_BYTES);
        return typed;
    }

    private static byte[] hash(String name, byte[] typed) {
        byte[] full = Sha256.of(name.getBytes(StandardCharsets.UTF_8), new byte[] {'\n'}, typed);
        return Arrays.copyOf(full, 4);
    }

    /** The text says everything, and is quicker to compare. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof VerifierKey key && text.equals(key.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
