package dev.carabiner.audit.verify;

import static dev.carabiner.audit.verify.LogEdits.keepLastNote;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.log.Records;
import dev.carabiner.audit.verify.Verdict.Result;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Whatever is done to the files of a log is found. */
class TamperingTest extends LogToTamperWith {

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
}
