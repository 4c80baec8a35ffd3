package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.event.EventData;
import dev.carabiner.testkit.ChildJvm;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lock can be lost: a writer that finds that another has written its files stops, and harms nothing. */
class ForeignWriterTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void that_comes_in_because_the_lock_was_lost_keeps_its_records(boolean deleted) throws Exception {
        FileAuditLog first = FileAuditLog.open(directory);
        first.append(SampleRecords.durable("first"));
        loseLock(deleted);
        boolean second = ChildJvm.output(Second.class, directory.toString()).contains("acknowledged");
        assertThat(second || !deleted).isTrue();

        if (second) {
            assertThatThrownBy(() -> first.append(SampleRecords.durable("late")))
                    .isInstanceOf(AuditLogException.class)
                    .hasMessageContaining("segment-000001.jsonl")
                    .hasMessageContaining("another writer");
            assertThatThrownBy(first::close).isInstanceOf(AuditLogException.class);
            assertThat(Records.texts(directory, "permit_used", "permit")).containsExactly("first", "second");
        } else {
            first.close(); // it could not even be read
        }
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
    }

    /** Closing any descriptor of a file gives up all locks that the process has on it. */
    private void loseLock(boolean delete) throws IOException {
        Path lock = directory.resolve("lock");
        try {
            if (delete) {
                Files.delete(lock);
            } else {
                Files.readAllBytes(lock);
            }
        } catch (AccessDeniedException e) {
            assertThat(delete).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"segment-000001.jsonl", "checkpoints", "segment-000001.secrets"})
    void that_added_to_a_file_is_not_written_behind(String name) throws IOException {
        Path file = directory.resolve(name);
        FileAuditLog log = FileAuditLog.open(
                AuditLogOptions.in(directory).secrets("password").checkpointEvery(1, Duration.ofSeconds(10)));
        log.append(secret());
        log.flush();
        awaitCheckpointOf(2);
        Files.writeString(file, "x\n", StandardOpenOption.APPEND);
        byte[] left = Files.readAllBytes(file);

        assertThatThrownBy(() -> appendUntilFailure(log))
                .isInstanceOf(AuditLogException.class)
                .hasMessageContaining(name);
        assertThatThrownBy(log::close).isInstanceOf(AuditLogException.class);
        assertThat(file).hasBinaryContent(left);
    }

    private void awaitCheckpointOf(int size) throws IOException {
        while (!Files.readString(directory.resolve("checkpoints")).contains("\n" + size + "\n")) {
            Thread.onSpinWait();
        }
    }

    private static void appendUntilFailure(FileAuditLog log) {
        for (int i = 0; i < 5_000; i++) {
            log.append(secret());
            log.append(SampleRecords.decision("r-" + i));
        }
    }

    private static AuditRecord secret() {
        return SampleRecords.emitted("continue", EventData.of("password", "hunter2"));
    }

    @Test
    void that_cut_the_segment_is_noticed() throws IOException {
        Path segment = directory.resolve("segment-000001.jsonl");
        FileAuditLog log = FileAuditLog.open(directory);
        log.append(SampleRecords.durable("p-1"));
        byte[] bytes = Files.readAllBytes(segment);
        Files.write(segment, Arrays.copyOf(bytes, bytes.length - 100));

        assertThatThrownBy(() -> log.append(SampleRecords.durable("p-2"))).isInstanceOf(AuditLogException.class);
        assertThatThrownBy(log::close).isInstanceOf(AuditLogException.class);
        assertThat(segment).hasSize(bytes.length - 100);
    }

    @Test
    void that_writes_at_the_same_moment_is_noticed_before_anything_is_acknowledged() {
        Path segment = directory.resolve("segment-000001.jsonl");
        boolean[] armed = new boolean[1];
        FileAuditLog log = FileAuditLog.open(
                AuditLogOptions.in(directory),
                new FailingStorage(what -> armed[0] && what.equals("force segment-000001.jsonl") && added(segment)));
        armed[0] = true;

        assertThatThrownBy(() -> log.append(SampleRecords.durable("p"))).isInstanceOf(AuditLogException.class);
        assertThatThrownBy(log::close).isInstanceOf(AuditLogException.class);
    }

    private static boolean added(Path segment) {
        try {
            Files.writeString(segment, "x\n", StandardOpenOption.APPEND);
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void is_kept_out_by_a_lock_that_nobody_can_read_by_mistake() throws IOException {
        FileAuditLog.open(directory).close();
        Files.setPosixFilePermissions(directory.resolve("lock"), PosixFilePermissions.fromString("rw-r--r--"));

        FileAuditLog.open(directory).close();

        assertThat(Files.getPosixFilePermissions(directory.resolve("lock")))
                .extracting(Enum::name)
                .containsExactly("OWNER_WRITE");
    }

    /** Run in a process of its own. */
    static final class Second {

        public static void main(String[] args) {
            try (FileAuditLog log = FileAuditLog.open(Path.of(args[0]))) {
                log.append(SampleRecords.durable("second"));
                System.out.println("acknowledged");
            } catch (AuditLogException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
