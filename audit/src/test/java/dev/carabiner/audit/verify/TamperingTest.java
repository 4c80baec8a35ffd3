package dev.carabiner.audit.verify;

import static dev.carabiner.audit.verify.LogEdits.keepLastNote;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.format.SigningKey;
import dev.carabiner.audit.log.Anchor;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.log.Records;
import dev.carabiner.audit.verify.Verdict.Result;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is done to a log is found. */
class TamperingTest {

    @TempDir
    Path root;

    private Path log;
    private Path segment;
    private Path side;
    private Path anchor;

    @BeforeEach
    void choose() {
        log = root.resolve("log");
        segment = log.resolve("segment-000001.jsonl");
        side = log.resolve("checkpoints");
        anchor = root.resolve("anchor");
    }

    private void write(int records) {
        try (FileAuditLog writing =
                FileAuditLog.open(AuditLogOptions.in(log).named("demo").anchoredIn(Anchor.file(anchor)))) {
            Records.append(writing, records - 1);
        }
    }

    private void writeSegments() {
        try (FileAuditLog writing = FileAuditLog.open(
                AuditLogOptions.in(log).named("demo").segmentsOf(6_000).anchoredIn(Anchor.file(anchor)))) {
            Records.append(writing, 150);
        }
    }

    private Result result() throws IOException {
        return Records.verify(log).result();
    }

    @Nested
    class A_changed_bit {

        /**
         * All of them: what the reader would give as the first line that is not as it was, is refused by the chain
         * of records, which stands where the intact lines before it have led.
         */
        @Test
        void in_any_record_makes_that_record_bad() throws IOException {
            write(300);
            byte[] bytes = Files.readAllBytes(segment);
            RecordChain chain = new RecordChain();
            for (int from = 0; from < bytes.length; from = lineEnd(bytes, from) + 1) {
                int end = lineEnd(bytes, from);
                for (int bit = from * 8; bit <= end * 8 + 7; bit++) {
                    bytes[bit / 8] ^= (byte) (1 << bit % 8);
                    assertRefused(chain, bytes, from, bit);
                    bytes[bit / 8] ^= (byte) (1 << bit % 8);
                }
                if (from == 0) {
                    chain.acceptFirst(bytes, from, end);
                } else {
                    chain.accept(bytes, from, end);
                }
            }
            assertThat(chain.size()).isEqualTo(300);
        }

        private static void assertRefused(RecordChain chain, byte[] bytes, int from, int bit) {
            try {
                if (from == 0) {
                    chain.acceptFirst(bytes, from, lineEnd(bytes, from));
                } else {
                    chain.accept(bytes, from, lineEnd(bytes, from));
                }
            } catch (TamperedException e) {
                return;
            }
            throw new AssertionError("bit " + bit + " can be changed");
        }

        private static int lineEnd(byte[] bytes, int from) {
            int end = from;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            return end;
        }

        /** With the last checkpoint only: with more, the time would go into checking signatures that are good. */
        @Test
        void is_found_in_the_files_themselves() throws IOException {
            write(300);
            keepLastNote(log);
            byte[] bytes = Files.readAllBytes(segment);
            int step = Progress.LONG ? 1 : 997;
            Progress progress = new Progress("changed bits", bytes.length * 8L);
            try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
                for (int bit = 0; bit < bytes.length * 8; bit += special(bytes, bit) ? 1 : step) {
                    put(file, bit / 8, bytes[bit / 8] ^ (1 << bit % 8));
                    assertThat(result()).as("bit " + bit).isEqualTo(Result.TAMPERED);
                    put(file, bit / 8, bytes[bit / 8]);
                    progress.step();
                }
            }
            progress.end("all found");
            assertThat(result()).isEqualTo(Result.GOOD);
        }

        private static void put(RandomAccessFile file, int at, int value) throws IOException {
            file.seek(at);
            file.write(value);
        }

        /** The line ends, and the characters that one bit turns into a zero byte, are where a crash might be pleaded. */
        private static boolean special(byte[] bytes, int bit) {
            return bytes[bit / 8] == '\n' && bit / 8 > bytes.length - 2_000;
        }

        @Test
        void in_any_checkpoint_is_found() throws IOException {
            write(20);
            byte[] bytes = Files.readAllBytes(side);
            int step = Progress.LONG ? 1 : 7;
            for (int bit = 0; bit < bytes.length * 8; bit += step) {
                byte[] changed = bytes.clone();
                changed[bit / 8] ^= (byte) (1 << bit % 8);
                Files.write(side, changed);

                assertThat(result()).as("bit " + bit).isIn(Result.TAMPERED, Result.TORN);
            }
        }
    }

    @Nested
    class A_line {

        private List<String> lines;

        @BeforeEach
        void write() throws IOException {
            TamperingTest.this.write(60);
            lines = Files.readAllLines(segment, StandardCharsets.UTF_8);
        }

        private void assertFound(String what, Consumer<List<String>> change) throws IOException {
            List<String> changed = new ArrayList<>(lines);
            change.accept(changed);
            Files.writeString(segment, String.join("\n", changed) + "\n");

            assertThat(result()).as(what).isEqualTo(Result.TAMPERED);
        }

        @Test
        void cannot_be_deleted() throws IOException {
            for (int i = 0; i < lines.size(); i++) {
                int at = i;
                assertFound("without " + i, it -> it.remove(at));
            }
        }

        @Test
        void cannot_be_swapped_with_another() throws IOException {
            for (int i = 0; i < lines.size() - 1; i++) {
                int at = i;
                assertFound("swapped " + i, it -> Collections.swap(it, at, at + 1));
                assertFound("moved " + i, it -> it.add(lines.size() - 1 - at / 2, it.remove(at / 2)));
            }
        }

        @Test
        void cannot_be_duplicated() throws IOException {
            for (int i = 0; i < lines.size(); i++) {
                int at = i;
                assertFound("twice " + i, it -> it.add(at, lines.get(at)));
                assertFound("again at the end " + i, it -> it.add(lines.get(at)));
            }
        }

        @Test
        void cannot_be_inserted() throws IOException {
            for (int i = 0; i <= lines.size(); i++) {
                int at = i;
                assertFound("inserted at " + i, it -> it.add(at, lines.get(5).replace("line", "lime")));
                assertFound("empty at " + i, it -> it.add(at, ""));
            }
        }

        @Test
        void cannot_be_changed_with_all_hashes_made_to_fit() throws IOException {
            Forger.rewrite(log, null, it -> replaced(it, "line 4", "lime 4"));

            Verdict verdict = Records.verify(log);
            assertThat(verdict.result()).isEqualTo(Result.TAMPERED);
            assertThat(verdict.explanation()).contains("not those that were signed");
        }
    }

    private static List<String> replaced(List<String> lines, String what, String by) {
        return lines.stream().map(line -> line.replace(what, by)).toList();
    }

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
