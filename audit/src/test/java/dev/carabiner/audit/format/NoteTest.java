package dev.carabiner.audit.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NoteTest {

    private final SigningKey key = SigningKey.generate("carabiner-audit/demo");
    private final Note note = Note.checkpoint(key, 7, new byte[32], null);

    @Test
    void what_was_written_reads_the_same_and_is_signed() {
        Note read = Note.parse(note.bytes());

        assertThat(read).usingRecursiveComparison().isEqualTo(note);
        assertThat(read.isSignedBy(key.verifier())).isTrue();
        assertThat(read.isSignedBy(SigningKey.generate("carabiner-audit/demo").verifier()))
                .isFalse();
    }

    @Test
    void has_the_lines_of_a_signed_note() {
        String text = new String(note.bytes(), StandardCharsets.UTF_8);

        assertThat(text.lines())
                .hasSize(6)
                .startsWith("carabiner-audit/demo", "7", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
                .element(5)
                .asString()
                .startsWith("\u2014 carabiner-audit/demo ");
    }

    @Test
    void no_bit_of_it_can_be_changed() {
        for (int bit = 0; bit < note.bytes().length * 8; bit++) {
            byte[] changed = note.bytes().clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            Note read = Note.parse(changed);

            assertThat(read != null && read.isSignedBy(key.verifier()))
                    .as("bit " + bit)
                    .isFalse();
        }
    }

    @Test
    void follows_the_note_before_it_and_no_other() {
        Note second = Note.checkpoint(key, 9, new byte[32], note);

        assertThat(second.follows(note)).isTrue();
        assertThat(second.follows(null)).isFalse();
        assertThat(second.follows(second)).isFalse();
        assertThat(note.follows(null)).isTrue();
    }

    @Test
    void a_key_survives_its_text_and_shows_only_its_public_half() {
        SigningKey read = SigningKey.parse(new String(key.text(), StandardCharsets.US_ASCII));

        assertThat(Note.checkpoint(read, 7, new byte[32], null).isSignedBy(key.verifier()))
                .isTrue();
        assertThat(VerifierKey.parse(key.verifier().text())).isEqualTo(key.verifier());
        assertThat(key).hasToString(key.verifier().text());
    }
}
