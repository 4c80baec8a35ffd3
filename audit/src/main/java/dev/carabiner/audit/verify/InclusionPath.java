package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.MerkleTree;
import dev.carabiner.audit.format.Sha256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The hashes that lead from one leaf to the root of a tree (RFC 9162, 2.1.3), gathered while all leaves go by once: each
 * is the root over a range of leaves beside the way.
 */
final class InclusionPath {

    private record Range(long from, long to, MerkleTree tree) {}

    private final List<Range> ranges = new ArrayList<>(); // from the root downwards
    private final long size;
    private long next;

    InclusionPath(long index, long size) {
        this.size = size;
        long from = 0;
        long to = size;
        while (to - from > 1) {
            long middle = from + Long.highestOneBit(to - from - 1);
            if (index < middle) {
                ranges.add(new Range(middle, to, new MerkleTree()));
                to = middle;
            } else {
                ranges.add(new Range(from, middle, new MerkleTree()));
                from = middle;
            }
        }
    }

    void add(byte[] leaf) {
        for (Range range : ranges) {
            if (range.from <= next && next < range.to) {
                range.tree.add(leaf, 0);
            }
        }
        next++;
    }

    /** How many leaves have not gone by yet. */
    long missing() {
        return size - next;
    }

    /** From the leaf upwards. */
    List<byte[]> hashes() {
        return ranges.reversed().stream().map(range -> range.tree.root()).toList();
    }

    /** Whether the hashes lead from the leaf to the root. */
    static boolean leads(List<byte[]> hashes, byte[] leaf, long index, long size, byte[] root) {
        Sha256 sha256 = new Sha256();
        byte[] reached = leaf.clone();
        long node = index;
        long last = size - 1;
        for (byte[] hash : hashes) {
            if (last == 0) {
                return false;
            }
            if ((node & 1) == 1 || node == last) {
                sha256.node(hash, reached, reached);
                while ((node & 1) == 0 && node != 0) {
                    node >>= 1;
                    last >>= 1;
                }
            } else {
                sha256.node(reached, hash, reached);
            }
            node >>= 1;
            last >>= 1;
        }
        return last == 0 && Arrays.equals(reached, root);
    }
}
