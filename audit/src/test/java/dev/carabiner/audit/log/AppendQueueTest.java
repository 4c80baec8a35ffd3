package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.testkit.SampleRecords;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * No waiting caller is forgotten: not where the line is full, not where the disk fails, and not when the writer is
 * about to go.
 */
@Timeout(60)
class AppendQueueTest {

    @Nested
    class A_line_that_is_full {

        private static final int RECORDS = 20;

        @TempDir
        Path directory;

        private final CountDownLatch mayWrite = new CountDownLatch(1);
        private final AtomicInteger taken = new AtomicInteger();
        private volatile boolean slow;

        private boolean waited(String what) {
            if (slow && what.equals("write segment-000001.jsonl")) {
                try {
                    mayWrite.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return false;
        }

        @Test
        void lets_producers_wait_for_the_disk_and_go_on_afterwards() throws Exception {
            String large = "x".repeat(1024 * 1024);
            int takenMeanwhile;
            try (FileAuditLog log =
                    FileAuditLog.open(AuditLogOptions.in(directory), new FailingStorage(this::waited))) {
                slow = true;
                Thread producer = Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < RECORDS; i++) {
                        log.append(SampleRecords.buffered(i + large));
                        taken.incrementAndGet();
                    }
                });
                while (producer.getState() != Thread.State.WAITING && producer.isAlive()) {
                    Thread.sleep(10);
                }
                takenMeanwhile = taken.get();
                mayWrite.countDown();
                assertThat(producer.join(Duration.ofSeconds(30))).isTrue();
            }

            assertThat(takenMeanwhile).as("while the disk did nothing").isLessThan(RECORDS);
            assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
            assertThat(Records.data(directory, "output")).hasSize(RECORDS);
        }
    }

    @Nested
    class A_disk_that_fails {

        @TempDir
        Path directory;

        private final CountDownLatch forcing = new CountDownLatch(1);
        private final CountDownLatch mayFail = new CountDownLatch(1);
        private volatile boolean armed;

        private boolean failsWhenAllowed(String what) {
            if (!armed || !what.equals("force segment-000001.jsonl")) {
                return false;
            }
            forcing.countDown();
            try {
                mayFail.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return true;
        }

        private static FutureTask<Void> appending(FileAuditLog log, String id) {
            FutureTask<Void> task = new FutureTask<>(() -> {
                log.append(SampleRecords.durable(id));
                return null;
            });
            Thread.ofPlatform().daemon().start(task);
            return task;
        }

        @Test
        void is_told_to_those_who_have_come_while_it_was_failing_too() throws Exception {
            FileAuditLog log =
                    FileAuditLog.open(AuditLogOptions.in(directory), new FailingStorage(this::failsWhenAllowed));
            armed = true;
            FutureTask<Void> first = appending(log, "first");
            forcing.await();
            FutureTask<Void> second = appending(log, "second");
            assertThatThrownBy(() -> second.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            mayFail.countDown();

            assertThatThrownBy(() -> first.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(AuditLogException.class);
            assertThatThrownBy(() -> second.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(AuditLogException.class);
            assertThatThrownBy(log::close).isInstanceOf(AuditLogException.class);
        }
    }

    @Nested
    class A_writer_that_goes_when_it_has_been_quiet_for_long {

        /** When it goes, in ms after the last record, as far as can be foretold. */
        private static final int EARLIEST = 490;

        private static final int LATEST = 550;

        /** Many at once, each a little later: one of them comes just when its writer goes. */
        private static final int LINES = 600;

        @Test
        void leaves_nobody_behind() throws Exception {
            List<Future<?>> producers = new ArrayList<>();
            var threads = Executors.newVirtualThreadPerTaskExecutor();
            try {
                for (int i = 0; i < LINES; i++) {
                    Duration pause =
                            Duration.ofNanos((EARLIEST * 1_000_000L) + i * (LATEST - EARLIEST) * 1_000_000L / LINES);
                    producers.add(threads.submit(() -> {
                        appendTwice(pause);
                        return true;
                    }));
                }
                for (Future<?> producer : producers) {
                    assertThat(producer.get(20, TimeUnit.SECONDS)).isEqualTo(true);
                }
            } finally {
                threads.shutdownNow(); // a wait for a record that is never written would not end
            }
        }

        private static void appendTwice(Duration pause) throws InterruptedException {
            Line line = new Line();
            line.append();
            Thread.sleep(pause);
            line.append();
        }

        /** With a writer that only says that it has written. */
        private static final class Line {

            private final AppendQueue queue = new AppendQueue("demo", 0, new byte[32], this::startWriter);

            void append() {
                RecordEncoder record = RecordEncoder.ofLog("0123456789abcdef");
                record.encode(SampleRecords.durable("p"));
                queue.append(record, true, false);
            }

            private void startWriter() {
                Thread.ofVirtual().start(() -> {
                    try {
                        for (Batch batch = queue.take(); batch != null; batch = queue.take()) {
                            batch.complete();
                            queue.recycle(batch);
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
        }
    }
}
