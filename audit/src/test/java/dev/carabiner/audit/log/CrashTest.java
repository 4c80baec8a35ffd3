package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.event.EventData;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the next opening makes of what a crash has left. */
class CrashTest {

    @TempDir
    Path root;

    @Test
    void at_any_step_of_making_rotating_and_closing_loses_nothing_that_was_acknowledged() throws IOException {
        int crashes = 0;
        for (int operation = 1; ; operation++) {
            Path directory = Files.createDirectory(root.resolve("crash-" + operation));
            FailingStorage storage = FailingStorage.at(operation);
            List<String> acknowledged = appendUntilCrash(directory, storage);
            if (!storage.failed()) {
                break;
            }
            crashes++;
            if (Files.exists(directory.resolve("root.pub"))) {
                assertThat(Records.verify(directory).result())
                        .as("operation " + operation)
                        .isNotEqualTo(Result.TAMPERED);
            }
            try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory))) {
                log.append(SampleRecords.durable("resumed"));
            }

            assertThat(Records.verify(directory).result())
                    .as("operation " + operation)
                    .isEqualTo(Result.GOOD);
            assertThat(Records.texts(directory, "permit_used", "permit"))
                    .containsAll(acknowledged)
                    .endsWith("resumed");
            assertThat(directory.resolve("key.next")).doesNotExist();
        }
        assertThat(crashes).isGreaterThan(60);
    }

    private static List<String> appendUntilCrash(Path directory, Storage storage) {
        List<String> acknowledged = new ArrayList<>();
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory).segmentsOf(4_000), storage)) {
            for (int i = 0; i < 25; i++) {
                log.append(SampleRecords.durable("p-" + i));
                acknowledged.add("p-" + i);
            }
        } catch (AuditLogException e) {
            assertThat(e).hasMessageContaining("Input/output error");
        }
        return acknowledged;
    }

    @Nested
    class A_torn_tail {

        private Path directory;
        private Path segment;

        @BeforeEach
        void choose() {
            directory = root.resolve("log");
            segment = directory.resolve("segment-000001.jsonl");
        }

        @Test
        void is_set_aside_and_recorded() throws IOException {
            Records.write(directory, 50);
            append("{\"v\":1,\"log\":\"demo\",\"seq\":50,");
            assertThat(Records.verify(directory).result()).isEqualTo(Result.TORN);

            FileAuditLog.open(directory).close();

            assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
            EventData recovered = Records.data(directory, "recovered").getFirst();
            assertThat(recovered.text("torn_file")).isEqualTo("segment-000001.jsonl.50.torn");
            assertThat(recovered.get("bytes")).isEqualTo(29);
            assertThat(directory.resolve("segment-000001.jsonl.50.torn"))
                    .hasContent("{\"v\":1,\"log\":\"demo\",\"seq\":50,");
        }

        @Test
        void of_blocks_that_never_reached_the_disk_is_set_aside_too() throws IOException {
            Records.write(directory, 50);
            append("\0".repeat(5_000) + "\nrubbish\n");

            FileAuditLog.open(directory).close();

            assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
            assertThat(Records.data(directory, "recovered")).hasSize(1);
        }

        @Test
        void is_recorded_even_if_a_second_crash_came_before_the_record() throws IOException {
            Records.write(directory, 50);
            Files.writeString(directory.resolve("segment-000001.jsonl.50.torn"), "rest");

            FileAuditLog.open(directory).close();

            assertThat(Records.data(directory, "recovered")).hasSize(1);
        }

        @Test
        void that_a_checkpoint_covers_is_no_crash_and_the_log_stays_untouched() throws IOException {
            Records.write(directory, 50);
            byte[] bytes = Files.readAllBytes(segment);
            byte[] cut = Arrays.copyOf(bytes, bytes.length - 10);
            Files.write(segment, cut);

            assertThat(Records.verify(directory).result()).isEqualTo(Result.TAMPERED);
            assertThatThrownBy(() -> FileAuditLog.open(directory))
                    .isInstanceOf(CorruptLogException.class)
                    .hasMessageContaining("CORRUPT");
            assertThat(Files.readAllBytes(segment)).isEqualTo(cut);
        }

        @Test
        void that_is_a_whole_line_of_rubbish_is_no_crash() throws IOException {
            Records.write(directory, 50);
            append("rubbish\n");

            assertThatThrownBy(() -> FileAuditLog.open(directory)).isInstanceOf(CorruptLogException.class);
        }

        @Test
        void of_the_side_file_is_cut_off() throws IOException {
            Records.write(directory, 50);
            Files.writeString(directory.resolve("checkpoints"), "carabiner-audit/demo\n77", StandardOpenOption.APPEND);
            assertThat(Records.verify(directory).result()).isEqualTo(Result.TORN);

            FileAuditLog.open(directory).close();

            assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
        }

        private void append(String text) throws IOException {
            Files.write(segment, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
        }
    }

    @Nested
    class A_log_that_somebody_changed {

        private Path directory;

        @BeforeEach
        void choose() {
            directory = root.resolve("log");
        }

        @Test
        void is_not_opened_without_its_key() throws IOException {
            Records.write(directory, 10);
            Files.delete(directory.resolve("key"));

            assertThatThrownBy(() -> FileAuditLog.open(directory)).hasMessageContaining("private key");
        }

        @Test
        void is_not_opened_if_a_segment_is_missing() throws IOException {
            try (FileAuditLog log =
                    FileAuditLog.open(AuditLogOptions.in(directory).segmentsOf(4_000))) {
                Records.append(log, 100);
            }
            Files.delete(directory.resolve("segment-000001.jsonl"));

            assertThatThrownBy(() -> FileAuditLog.open(directory)).isInstanceOf(CorruptLogException.class);
        }

        @Test
        void is_not_made_anew_if_only_its_checkpoints_are_left() throws IOException {
            Records.write(directory, 10);
            Files.delete(directory.resolve("segment-000001.jsonl"));

            assertThatThrownBy(() -> FileAuditLog.open(directory)).isInstanceOf(CorruptLogException.class);
        }
    }
}
