package dev.carabiner.audit.verify;

import static dev.carabiner.audit.verify.LogEdits.keepLastNote;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.format.SigningKey;
import dev.carabiner.audit.log.Records;
import dev.carabiner.audit.verify.Verdict.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What keys, anchors and earlier segments give, and what is left to an attacker who has the current key. */
class TrustTest extends LogToTamperWith {

    @Nested
    class Against_an_anchor {

        @Test
        void a_cut_is_found_at_every_byte_even_if_all_other_checkpoints_are_gone() throws IOException {
            write(30);
            byte[] bytes = Files.readAllBytes(segment);
            keepLastNote(log);
            Files.move(side, anchor, StandardCopyOption.REPLACE_EXISTING);
            for (int length = 0; length < bytes.length; length++) {
                Files.write(segment, Arrays.copyOf(bytes, length));

                assertThat(LogVerifier.verify(log, null, List.of(anchor)).result())
                        .as("cut at " + length)
                        .isEqualTo(Result.TAMPERED);
            }
        }

        @Test
        void the_whole_log_cannot_be_removed() throws IOException {
            write(30);
            Files.delete(segment);
            Files.delete(side);

            assertThat(LogVerifier.verify(log, null, List.of(anchor)).result()).isEqualTo(Result.TAMPERED);
        }

        @Test
        void the_current_segment_cannot_be_signed_again_even_with_its_key() throws IOException {
            write(30);
            SigningKey key = SigningKey.parse(Files.readString(log.resolve("key")));
            Forger.rewrite(log, key, it -> replaced(it, "line 4", "lime 4"));

            assertThat(result())
                    .as("without the anchor, this is what the key can do")
                    .isEqualTo(Result.GOOD);
            assertThat(Records.verify(log, anchor).result()).isEqualTo(Result.TAMPERED);
        }
    }

    @Nested
    class Several_segments {

        @BeforeEach
        void write() {
            writeSegments();
        }

        @Test
        void are_good_and_their_old_keys_are_gone() throws IOException {
            assertThat(Records.verify(log, anchor).result()).isEqualTo(Result.GOOD);
            assertThat(Records.verify(log).segments()).isGreaterThan(2);
            List<String> keys = Records.texts(log, "segment_start", "key");
            assertThat(Files.readString(log.resolve("key")))
                    .contains(keys.getLast())
                    .doesNotContain(keys.getFirst());
        }

        @Test
        void cannot_be_rewritten_with_the_current_key() throws IOException {
            SigningKey current = SigningKey.parse(Files.readString(log.resolve("key")));
            Forger.rewrite(log, current, it -> replaced(it, "line 4", "lime 4"));

            Verdict verdict = Records.verify(log);
            assertThat(verdict.result()).isEqualTo(Result.TAMPERED);
            assertThat(verdict.explanation()).contains("handed over");
        }

        @Test
        void none_can_be_missing() throws IOException {
            int segments = Records.verify(log).segments();
            for (int number = 1; number <= segments; number++) {
                Path file = log.resolve("segment-%06d.jsonl".formatted(number));
                byte[] bytes = Files.readAllBytes(file);
                Files.delete(file);
                assertThat(result()).as("without " + number).isEqualTo(Result.TAMPERED);

                Files.write(file, new byte[0]);
                assertThat(result()).as("empty " + number).isEqualTo(Result.TAMPERED);
                Files.write(file, bytes);
            }
        }
    }

    @Nested
    class Trust {

        @Test
        void needs_a_key_or_an_anchor() throws IOException {
            write(30);

            assertThat(LogVerifier.verify(log, null, List.of()).result()).isEqualTo(Result.NOT_ANCHORED);
            assertThat(LogVerifier.verify(log, Records.rootKey(log), List.of()).result())
                    .isEqualTo(Result.GOOD);
            assertThat(LogVerifier.verify(log, null, List.of(anchor)).result()).isEqualTo(Result.GOOD);
        }

        @Test
        void ends_where_checkpoints_end() throws IOException {
            write(30);
            Files.delete(side);

            assertThat(result()).isEqualTo(Result.NOT_ANCHORED);
        }

        @Test
        void is_not_given_to_another_key() throws IOException {
            write(30);
            var other = SigningKey.generate("carabiner-audit/demo").verifier();

            assertThat(LogVerifier.verify(log, other, List.of()).result()).isEqualTo(Result.TAMPERED);
        }

        @Test
        void is_no_question_where_there_is_no_log() {
            assertThatThrownBy(() -> LogVerifier.verify(root, null, List.of())).isInstanceOf(NoLogException.class);
        }
    }
}
