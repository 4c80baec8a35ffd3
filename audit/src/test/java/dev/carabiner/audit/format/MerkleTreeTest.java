package dev.carabiner.audit.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MerkleTreeTest {

    /** RFC 9162, 2.1.1, word for word. */
    private static byte[] root(List<byte[]> leaves) {
        int n = leaves.size();
        if (n < 2) {
            return n == 0 ? Sha256.of() : leaves.getFirst();
        }
        int k = Integer.highestOneBit(n - 1);
        return Sha256.of(new byte[] {1}, root(leaves.subList(0, k)), root(leaves.subList(k, n)));
    }

    private static byte[] leaf(int i) {
        return Sha256.of(ByteBuffer.allocate(4).putInt(i).array());
    }

    @Test
    void has_the_root_of_the_rfc_at_every_size() {
        MerkleTree tree = new MerkleTree();
        List<byte[]> leaves = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            assertThat(tree.root()).isEqualTo(root(leaves));
            leaves.add(leaf(i));
            tree.add(leaf(i), 0);
        }
    }

    @Test
    void goes_on_from_its_peaks() {
        MerkleTree tree = new MerkleTree();
        for (int i = 0; i < 100; i++) {
            MerkleTree resumed = new MerkleTree(tree.size(), tree.peaks());
            tree.add(leaf(i), 0);
            resumed.add(leaf(i), 0);

            assertThat(resumed.root()).isEqualTo(tree.root());
        }
    }

    @Test
    void the_empty_tree_has_the_hash_of_nothing() {
        assertThat(Hex.of(new MerkleTree().root()))
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
