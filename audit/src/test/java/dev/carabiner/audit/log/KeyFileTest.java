package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTest {

    @TempDir
    Path directory;

    private Path key;
    private Path kept;

    /** A second name shows what became of the old key's bytes. */
    @BeforeEach
    void linkOldKey() throws IOException {
        FileAuditLog.open(directory).close();
        key = directory.resolve("key");
        kept = Files.createLink(directory.resolve("kept"), key);
    }

    private void rotate(Storage storage) {
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory).segmentsOf(2_000), storage)) {
            for (int i = 0; i < 20; i++) {
                log.append(SampleRecords.durable("p-" + i));
            }
        }
    }

    @Test
    void an_old_key_is_written_over() throws IOException {
        rotate(new DiskStorage());

        assertThat(Files.readAllBytes(kept)).containsOnly(0);
    }

    @Test
    void an_old_key_is_written_over_before_a_crash_can_come_between() throws IOException {
        assertThatThrownBy(() -> rotate(new FailingStorage(what -> what.equals("move key.next"))))
                .isInstanceOf(AuditLogException.class);
        assertThat(Files.readAllBytes(kept)).containsOnly(0);

        rotate(new DiskStorage());

        assertThat(directory.resolve("key.next")).doesNotExist();
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
    }

    @Test
    void a_key_that_others_can_read_is_taken_from_them() throws IOException {
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));

        FileAuditLog.open(directory).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
    }
}
