package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An interruption would close a file under its writer, and tells nothing about whether a record is on disk. */
@Timeout(60)
class InterruptionTest {

    @TempDir
    Path directory;

    @Test
    void of_the_writers_threads_has_no_effect() throws IOException {
        try (FileAuditLog log = FileAuditLog.open(directory)) {
            for (int i = 0; i < 200; i++) {
                log.append(SampleRecords.decision("r-" + i));
                interruptWorkers();
            }
        }

        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
        assertThat(Records.texts(directory, "approval_decision", "request")).hasSize(200);
    }

    private static void interruptWorkers() {
        var workers = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("audit-worker"))
                .toList();
        assertThat(workers).isNotEmpty();
        workers.forEach(Thread::interrupt);
    }

    @Test
    void of_a_producer_acknowledges_nothing_that_is_not_on_disk() {
        boolean[] armed = new boolean[1];
        FileAuditLog log = FileAuditLog.open(
                AuditLogOptions.in(directory),
                new FailingStorage(what -> armed[0] && what.equals("force segment-000001.jsonl") && slowly()));
        armed[0] = true;
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> log.append(SampleRecords.durable("p"))).isInstanceOf(AuditLogException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThatThrownBy(log::close).isInstanceOf(AuditLogException.class);
    }

    /** Long enough for a caller that does not wait to be gone. */
    private static boolean slowly() {
        long end = System.nanoTime() + 300_000_000;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime()); // may return early
        }
        return true;
    }
}
