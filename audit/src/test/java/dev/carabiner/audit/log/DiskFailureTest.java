package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failed write or force is final: nothing is acknowledged after it, and the error says so. */
class DiskFailureTest {

    @TempDir
    Path directory;

    /** Appends from many threads until the log fails; returns what was acknowledged. */
    private static Queue<String> appendUntilFailure(FileAuditLog log) throws InterruptedException {
        Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
        CountDownLatch failures = new CountDownLatch(16);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int thread = 0; thread < 16; thread++) {
                String name = "t" + thread;
                threads.execute(() -> {
                    for (int i = 0; i < 100_000; i++) {
                        try {
                            log.append(SampleRecords.durable(name + " " + i));
                            acknowledged.add(name + " " + i);
                        } catch (AuditLogException e) {
                            assertThat(e).hasMessageContaining("takes nothing any more");
                            failures.countDown();
                            return;
                        }
                    }
                });
            }
            assertThat(failures.await(2, TimeUnit.MINUTES))
                    .as("every producer is told")
                    .isTrue();
        }
        return acknowledged;
    }

    @ParameterizedTest
    @ValueSource(strings = {"write segment-000001.jsonl", "force segment-000001.jsonl", "force checkpoints"})
    void nothing_is_acknowledged_after_an_io_error(String what) throws Exception {
        int[] left = {5};
        var storage = new FailingStorage(it -> it.equals(what) && --left[0] == 0);
        FileAuditLog log =
                FileAuditLog.open(AuditLogOptions.in(directory).checkpointEvery(10, Duration.ofSeconds(1)), storage);

        Queue<String> acknowledged = appendUntilFailure(log);

        assertThatThrownBy(() -> log.append(SampleRecords.buffered("x"))).hasMessageContaining("Input/output error");
        assertThatThrownBy(log::close).hasMessageContaining("Input/output error");
        assertRecoverable(acknowledged);
    }

    @Test
    void a_force_that_fails_acknowledges_nobody_who_waited_for_it() {
        var armed = new boolean[1];
        var storage = new FailingStorage(it -> armed[0] && it.equals("force segment-000001.jsonl") && slowly());
        FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory), storage);
        log.append(SampleRecords.durable("before"));
        armed[0] = true;

        assertThatThrownBy(() -> log.append(SampleRecords.durable("after"))).isInstanceOf(AuditLogException.class);
        assertThatThrownBy(log::close).isInstanceOf(AuditLogException.class);
    }

    /** Long enough for a caller that was acknowledged too early to be gone. */
    private static boolean slowly() {
        long end = System.nanoTime() + 500_000_000;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime()); // may return early
        }
        return true;
    }

    @Test
    void nothing_is_acknowledged_when_the_disk_is_full() throws Exception {
        Path small = directory.resolve("small");
        Files.createDirectory(small);
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", small.toString()), "no right to mount");
        try {
            FileAuditLog log = FileAuditLog.open(small.resolve("log"));

            Queue<String> acknowledged = appendUntilFailure(log);

            assertThatThrownBy(() -> log.append(SampleRecords.durable("x"))).hasMessageContaining("No space left");
            assertThatThrownBy(log::close).hasMessageContaining("No space left");
            assertThat(acknowledged).isNotEmpty();
            assertThat(Records.texts(small.resolve("log"), "permit_used", "permit"))
                    .containsAll(acknowledged);
        } finally {
            run("umount", small.toString());
        }
    }

    private void assertRecoverable(Queue<String> acknowledged) throws IOException {
        FileAuditLog.open(directory).close();

        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
        assertThat(Records.texts(directory, "permit_used", "permit")).containsAll(acknowledged);
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(List.of(command))
                        .redirectErrorStream(true)
                        .start()
                        .waitFor()
                == 0;
    }
}
