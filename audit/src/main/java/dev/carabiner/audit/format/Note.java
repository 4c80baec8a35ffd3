package dev.carabiner.audit.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A signed checkpoint, a C2SP note of six lines: origin, size, root, one extension line, an empty one, the signature.
 *
 * @param extension {@code chain …} in a file of checkpoints, {@code next-key …} where a key hands over to the next
 * @param bytes all six lines as they stand
 */
@SuppressWarnings("ArrayRecordComponent") // notes are compared by what they say, never as objects
public record Note(
        String origin, long size, byte[] root, String extension, byte[] keyHash, byte[] signature, byte[] bytes) {

    /** With the empty line that follows each note in a file. */
    public static final int LINES_IN_FILE = 7;

    private static final int LINES = 6;
    private static final String CHAIN = "chain ";
    private static final String NEXT_KEY = "next-key ";
    static final String SIGNED_BY = "\u2014 ";
    private static final int KEY_HASH_BYTES = 4;
    private static final int SIGNATURE_BYTES = 64;
    static final int MOST_SIZE_DIGITS = 18;

    /** A checkpoint that continues a file of notes; the previous one is null if this is the first. */
    public static Note checkpoint(SigningKey key, long size, byte[] root, @Nullable Note previous) {
        return signed(key, size, root, CHAIN + Base64Text.of(chainHash(previous)));
    }

    /** The old key's word that the next one is genuine. */
    public static Note handover(SigningKey old, long size, byte[] root, VerifierKey next) {
        return signed(old, size, root, NEXT_KEY + next.text());
    }

    private static Note signed(SigningKey key, long size, byte[] root, String extension) {
        String origin = key.verifier().name();
        String text = text(origin, size, root, extension);
        byte[] signature = key.sign(utf8(text));
        byte[] keyHash = key.verifier().hash();
        byte[] both = Arrays.copyOf(keyHash, KEY_HASH_BYTES + SIGNATURE_BYTES);
        System.arraycopy(signature, 0, both, KEY_HASH_BYTES, SIGNATURE_BYTES);
        byte[] bytes = utf8(text + "\n" + SIGNED_BY + origin + " " + Base64Text.of(both) + "\n");
        return new Note(origin, size, root, extension, keyHash, signature, bytes);
    }

    /** What is signed. Every part of it has one spelling, so this is also what stood in the bytes. */
    private static String text(String origin, long size, byte[] root, String extension) {
        return origin + "\n" + size + "\n" + Base64Text.of(root) + "\n" + extension + "\n";
    }

    /** Reads six lines, each with its LF; null if they are not a note. */
    public static @Nullable Note parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        String[] lines = text.split("\n", -1);
        boolean shaped = lines.length == LINES + 1
                && lines[LINES].isEmpty()
                && lines[4].isEmpty()
                && Arrays.equals(bytes, utf8(text));
        if (!shaped) {
            return null;
        }
        long size = size(lines[1]);
        byte[] root = Base64Text.read(lines[2], Sha256.BYTES);
        byte[] both = signature(lines[5], lines[0]);
        if (size < 1 || root == null || both == null || !isExtension(lines[3])) {
            return null;
        }
        byte[] keyHash = Arrays.copyOf(both, KEY_HASH_BYTES);
        byte[] signature = Arrays.copyOfRange(both, KEY_HASH_BYTES, both.length);
        return new Note(lines[0], size, root, lines[3], keyHash, signature, bytes);
    }

    private static boolean isExtension(String line) {
        if (line.startsWith(NEXT_KEY)) {
            return VerifierKey.parse(line.substring(NEXT_KEY.length())) != null;
        }
        return line.startsWith(CHAIN) && Base64Text.read(line.substring(CHAIN.length()), Sha256.BYTES) != null;
    }

    /** Zero, which no note has, if it is not a decimal number. */
    private static long size(String text) {
        boolean decimal = text.length() <= MOST_SIZE_DIGITS && text.matches("[1-9][0-9]*");
        return decimal ? Long.parseLong(text) : 0;
    }

    private static byte @Nullable [] signature(String line, String origin) {
        String before = SIGNED_BY + origin + " ";
        return line.startsWith(before)
                ? Base64Text.read(line.substring(before.length()), KEY_HASH_BYTES + SIGNATURE_BYTES)
                : null;
    }

    /** Whether it is a checkpoint, and not the handover to the next key. */
    public boolean isCheckpoint() {
        return extension.startsWith(CHAIN);
    }

    /** Whether this is the note that follows the other, which is null before the first. */
    public boolean follows(@Nullable Note previous) {
        return extension.equals(CHAIN + Base64Text.of(chainHash(previous)));
    }

    /** The key that a handover hands over to; null in a checkpoint. */
    public @Nullable VerifierKey nextKey() {
        return extension.startsWith(NEXT_KEY) ? VerifierKey.parse(extension.substring(NEXT_KEY.length())) : null;
    }

    /** Whether its name is that of the key and its signature verifies with it. */
    public boolean isSignedBy(VerifierKey key) {
        return origin.equals(key.name())
                && Arrays.equals(keyHash, key.hash())
                && key.verifies(utf8(text(origin, size, root, extension)), signature);
    }

    /** The note and the empty line behind it, as they stand in a file. */
    public byte[] entry() {
        byte[] entry = Arrays.copyOf(bytes, bytes.length + 1);
        entry[bytes.length] = '\n';
        return entry;
    }

    private static byte[] chainHash(@Nullable Note previous) {
        return previous == null ? new byte[Sha256.BYTES] : Sha256.of(previous.bytes);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
