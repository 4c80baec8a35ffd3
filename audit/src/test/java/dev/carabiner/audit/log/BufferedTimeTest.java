package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.testkit.SampleRecords;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BufferedTimeTest {

    @TempDir
    Path directory;

    private final SynchronousQueue<Long> forces = new SynchronousQueue<>();

    /** The best of a few: others may be busy on this machine. */
    @Test
    void a_buffered_record_leaves_the_disk_time_to_be_there_within_a_tenth_of_a_second() throws InterruptedException {
        long best = Long.MAX_VALUE;
        var storage = new FailingStorage(
                what -> what.equals("force segment-000001.jsonl") && forces.offer(System.nanoTime()) && false);
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory), storage)) {
            for (int i = 0; i < 8; i++) {
                log.append(SampleRecords.buffered("line"));
                long begun = System.nanoTime();
                Long forced = forces.poll(10, TimeUnit.SECONDS);
                assertThat(forced).isNotNull();
                best = Math.min(best, forced - begun);
            }
        }

        assertThat(Duration.ofNanos(best)).isLessThan(Duration.ofMillis(80));
    }
}
