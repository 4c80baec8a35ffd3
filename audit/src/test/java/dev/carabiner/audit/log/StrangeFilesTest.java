package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.ThreadMXBean;
import dev.carabiner.audit.format.Hex;
import dev.carabiner.audit.format.Sha256;
import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.event.EventData;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opening a log whose files are larger than expected, or of another kind. */
class StrangeFilesTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int LARGE = 100 * 1024 * 1024;

    @TempDir
    Path directory;

    @BeforeEach
    void write() {
        Records.write(directory, 50);
    }

    @Test
    void a_torn_tail_of_any_length_is_set_aside_in_little_memory() throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("segment-000001.jsonl").toFile(), "rw")) {
            file.setLength(file.length() + LARGE);
        }
        long before = THREADS.getCurrentThreadAllocatedBytes();

        FileAuditLog.open(directory).close();

        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(LARGE);
        EventData recovered = Records.data(directory, "recovered").getFirst();
        assertThat(recovered.get("bytes")).isEqualTo(LARGE);
        assertThat(recovered.text("sha256")).isEqualTo(Hex.of(Sha256.of(new byte[LARGE])));
        assertThat(directory.resolve("segment-000001.jsonl.50.torn")).hasSize(LARGE);
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0123 4567 \"x\"\n"})
    void a_long_unfinished_opening_is_cut_off_quickly(String whole) throws IOException {
        Path openings = directory.resolve("segment-000001.secrets");
        Files.writeString(openings, whole + "x".repeat(4 * 1024 * 1024));
        long before = THREADS.getCurrentThreadCpuTime();

        FileAuditLog.open(directory).close();

        assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - before)).isLessThan(Duration.ofSeconds(2));
        assertThat(openings).hasContent(whole);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lock",
                "key",
                "key.next",
                "checkpoints",
                "segment-000001.jsonl",
                "segment-000001.secrets",
                "segment-000001.jsonl.50.torn"
            })
    void a_pipe_keeps_nobody_waiting(String name) throws Exception {
        Path file = directory.resolve(name);
        Files.deleteIfExists(file);
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();

        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThatThrownBy(() -> FileAuditLog.open(directory))
                        .isInstanceOf(AuditLogException.class)
                        .hasMessageContaining("not a regular file"));
    }

    @Test
    void a_tail_without_an_end_is_not_copied_twice() throws IOException {
        Path torn = directory.resolve("segment-000001.jsonl.50.torn");
        Files.writeString(torn, "of an opening that crashed while it copied");
        Files.writeString(directory.resolve("segment-000001.jsonl"), "{\"v\":", StandardOpenOption.APPEND);

        FileAuditLog.open(directory).close();

        assertThat(torn).hasContent("{\"v\":");
    }
}
