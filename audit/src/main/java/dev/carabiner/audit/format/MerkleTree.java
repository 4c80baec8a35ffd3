package dev.carabiner.audit.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The Merkle tree of RFC 9162 while it grows, in the space of its peaks: the roots of its complete subtrees. It can
 * tell its root at the present size only. Not for use by two threads at once.
 */
public final class MerkleTree {

    private static final int MOST_PEAKS = 63;

    private final Sha256 sha256 = new Sha256();
    /** One behind the other, so that the last two can be hashed where they lie; before them a byte for the prefix. */
    private final byte[] peaks = new byte[1 + MOST_PEAKS * Sha256.BYTES];

    private int height;
    private long size;

    /** An empty tree. */
    public MerkleTree() {}

    /** A tree of that size, from its peaks, the largest first. */
    public MerkleTree(long size, List<byte[]> peaks) {
        if (Long.bitCount(size) != peaks.size()) {
            throw new IllegalArgumentException(peaks.size() + " peaks cannot make a tree of " + size + " leaves");
        }
        for (byte[] peak : peaks) {
            System.arraycopy(peak, 0, this.peaks, place(height++), Sha256.BYTES);
        }
        this.size = size;
    }

    /** The number of leaves. */
    public long size() {
        return size;
    }

    /** Every trailing 1-bit of the size is a peak that the new leaf completes to a subtree twice its size. */
    public void add(byte[] hashes, int at) {
        System.arraycopy(hashes, at, peaks, place(height), Sha256.BYTES);
        for (long rest = size; (rest & 1) == 1; rest >>= 1) {
            height--;
            sha256.join(peaks, place(height));
        }
        height++;
        size++;
    }

    /**
     * The root over all leaves so far, as RFC 6962 has it; of no leaves, the hash of nothing. A new array at each call.
     */
    public byte[] root() {
        if (size == 0) {
            return Sha256.of();
        }
        byte[] root = peak(height - 1);
        for (int i = height - 2; i >= 0; i--) {
            sha256.node(peak(i), root, root);
        }
        return root;
    }

    /** The largest first. */
    public List<byte[]> peaks() {
        List<byte[]> copies = new ArrayList<>(height);
        for (int i = 0; i < height; i++) {
            copies.add(peak(i));
        }
        return copies;
    }

    private byte[] peak(int number) {
        return Arrays.copyOfRange(peaks, place(number), place(number + 1));
    }

    private static int place(int number) {
        return 1 + number * Sha256.BYTES;
    }

    /** A tree that goes its own way from here. */
    public MerkleTree copy() {
        return new MerkleTree(size, peaks());
    }
}
