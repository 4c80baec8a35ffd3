package dev.carabiner.audit.format;

import java.io.IOException;
import java.io.InputStream;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 as the Merkle tree uses it, without allocating. Not for use by two threads at once. */
public final class Sha256 {

    public static final int BYTES = 32;

    private static final byte LEAF = 0x00;
    private static final byte NODE = 0x01;
    private static final int PIECE = 64 * 1024;

    private final MessageDigest digest = newDigest();
    private final byte[] inner = new byte[1 + 2 * BYTES];

    /** For one thread at a time. */
    public Sha256() {
        inner[0] = NODE;
    }

    /** The hash of a leaf, or of a record, which is the same. The caller must own the array. */
    public void leaf(byte[] bytes, int from, int to, byte[] into, int at) {
        if (from == 0) {
            digest.update(LEAF);
            digest.update(bytes, from, to - from);
        } else {
            prefixed(LEAF, bytes, from, to - from);
        }
        finish(into, at);
    }

    /** The hash of the inner node over two hashes that lie there one behind the other, put in the place of the first. */
    void join(byte[] hashes, int at) {
        prefixed(NODE, hashes, at, 2 * BYTES);
        finish(hashes, at);
    }

    /** Digesting in one piece is faster, so the byte before what is hashed is the prefix meanwhile. */
    private void prefixed(byte prefix, byte[] bytes, int from, int length) {
        byte before = bytes[from - 1];
        bytes[from - 1] = prefix;
        digest.update(bytes, from - 1, length + 1);
        bytes[from - 1] = before;
    }

    /** The hash of an inner node. */
    public void node(byte[] left, byte[] right, byte[] into) {
        System.arraycopy(left, 0, inner, 1, BYTES);
        System.arraycopy(right, 0, inner, 1 + BYTES, BYTES);
        digest.update(inner); // in one piece, which is faster
        finish(into, 0);
    }

    /** The plain hash of the bytes between the positions. */
    public byte[] plain(byte[] bytes, int from, int to) {
        digest.update(bytes, from, to - from);
        return digest.digest();
    }

    private void finish(byte[] into, int at) {
        try {
            digest.digest(into, at, BYTES);
        } catch (DigestException e) {
            throw new IllegalArgumentException("no room for a hash at " + at, e);
        }
    }

    /** The hash of the parts one after another. */
    public static byte[] of(byte[]... parts) {
        MessageDigest digest = newDigest();
        for (byte[] part : parts) {
            digest.update(part);
        }
        return digest.digest();
    }

    /** Of everything that is left in a stream, however much that is. */
    public static byte[] of(InputStream in) throws IOException {
        MessageDigest digest = newDigest();
        byte[] piece = new byte[PIECE];
        for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
            digest.update(piece, 0, read);
        }
        return digest.digest();
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
