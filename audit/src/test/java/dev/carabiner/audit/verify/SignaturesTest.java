package dev.carabiner.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.SigningKey;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SignaturesTest {

    private static final int NOTES = 200;

    private final SigningKey key = SigningKey.generate("carabiner-audit/demo");
    private final SigningKey other = SigningKey.generate("carabiner-audit/demo");

    /** The record at which the first wrong one shows; -1 if there is none. */
    private long firstWrong(Signatures signatures, Set<Integer> wrong) {
        try {
            for (int size = 1; size <= NOTES; size++) {
                SigningKey signer = wrong.contains(size) ? other : key;
                Note note = Note.checkpoint(signer, size, new byte[32], null);
                signatures.add(new Signatures.Claim(note, key.verifier(), "the side file"));
            }
            signatures.finish();
            return -1;
        } catch (TamperedException e) {
            assertThatCode(signatures::finish).doesNotThrowAnyException();
            return e.seq();
        }
    }

    @Test
    void are_all_checked() {
        assertThat(firstWrong(Signatures.all(), Set.of())).isEqualTo(-1);
        assertThat(firstWrong(Signatures.all(), Set.of(1))).isZero();
        assertThat(firstWrong(Signatures.all(), Set.of(NOTES))).isEqualTo(NOTES - 1);
    }

    @Test
    void are_answered_for_in_order() {
        assertThat(firstWrong(Signatures.all(), Set.of(3, 4, 60, 150))).isEqualTo(2);
        assertThat(firstWrong(Signatures.all(), Set.of(150, 199, 200))).isEqualTo(149);
    }

    @Test
    void but_only_the_last_where_that_is_enough() {
        assertThat(firstWrong(Signatures.last(), Set.of(3, 150))).isEqualTo(-1);
    }
}
