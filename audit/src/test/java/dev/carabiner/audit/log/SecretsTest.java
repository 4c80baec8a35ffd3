package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.event.EventData;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {

    @TempDir
    Path directory;

    private Path openings;

    @BeforeEach
    void write() {
        openings = directory.resolve("segment-000001.secrets");
        EventData input = EventData.of(
                "user", "ann", "password", "hunter2", "keys", List.of(EventData.of("api_key", "k-\u20ac-1")));
        Records.write(directory, null, it -> it.secrets("password", "api_key"), log -> {
            log.append(SampleRecords.emitted("deny", EventData.of("tool_input", input)));
        });
    }

    @Test
    void do_not_stand_in_the_records() throws IOException {
        String records = Files.readString(directory.resolve("segment-000001.jsonl"));

        assertThat(records).contains("ann").doesNotContain("hunter2").doesNotContain("k-\u20ac-1");
        assertThat(Files.readString(openings)).contains("hunter2").contains("k-\u20ac-1");
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
    }

    @Test
    void can_be_erased_and_the_log_stays_good() throws IOException {
        String text = Files.readString(openings);
        String first = text.lines().findFirst().orElseThrow();
        Files.writeString(openings, text.replace(first, " ".repeat(first.getBytes(StandardCharsets.UTF_8).length)));
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);

        Files.delete(openings);
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
    }

    @Test
    void cannot_be_replaced() throws IOException {
        Files.writeString(openings, Files.readString(openings).replace("hunter2", "hunter3"));

        assertThat(Records.verify(directory).result()).isEqualTo(Result.TAMPERED);
    }

    @Test
    void an_unfinished_opening_is_cut_off_when_the_log_is_opened() throws IOException {
        String whole = Files.readString(openings);
        Files.writeString(openings, whole + "0123");
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);

        FileAuditLog.open(directory).close();

        assertThat(openings).hasContent(whole);
    }

    private static FileAuditLog open(Path directory, Predicate<String> fails) {
        return FileAuditLog.open(AuditLogOptions.in(directory).secrets("password"), new FailingStorage(fails));
    }

    private static AuditRecord withSecret() {
        return SampleRecords.emitted("continue", EventData.of("password", "hunter2"));
    }

    @Nested
    class Of_a_buffered_record {

        private final CountDownLatch forced = new CountDownLatch(1);
        private final Queue<String> forcers = new ConcurrentLinkedQueue<>();
        private volatile boolean armed;

        private boolean watch(String what) {
            if (armed && what.matches("force segment-\\d+\\.secrets")) {
                forcers.add(Thread.currentThread().getName());
                forced.countDown();
            }
            return false;
        }

        @Test
        void are_forced_soon_like_the_record_itself() throws InterruptedException {
            try (FileAuditLog log = open(directory, this::watch)) {
                armed = true;
                log.append(withSecret());

                assertThat(forced.await(10, TimeUnit.SECONDS)).isTrue();
            }
        }

        @Test
        void are_forced_with_the_next_durable_record_even_if_it_has_none() throws InterruptedException {
            CountDownLatch written = new CountDownLatch(1);
            try (FileAuditLog log = open(directory, what -> watch(what) || isWrite(what, written))) {
                armed = true;
                log.append(withSecret());
                written.await();
                log.append(SampleRecords.durable("p-1"));

                assertThat(forcers).isNotEmpty();
            }
        }

        private boolean isWrite(String what, CountDownLatch written) {
            if (armed && what.matches("write segment-\\d+\\.jsonl")) {
                written.countDown();
            }
            return false;
        }

        @Test
        void are_forced_at_closing_by_a_thread_that_cannot_be_interrupted() {
            FileAuditLog log = open(directory, this::watch);
            armed = true;
            log.append(withSecret());
            Thread.currentThread().interrupt();
            log.close();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(forcers).isNotEmpty().containsOnly("audit-worker");
        }

        @Test
        void are_missed_at_closing_if_they_could_not_be_forced() {
            FileAuditLog log = open(directory, what -> armed && what.matches("force segment-\\d+\\.secrets"));
            armed = true;
            log.append(withSecret());

            assertThatThrownBy(log::close).hasMessageContaining("Input/output error");
        }
    }

    @Test
    void may_be_whole_lists_of_objects() throws IOException {
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory).secrets("runs", "hook"))) {
            log.append(SampleRecords.emitted("deny", EventData.of("n", 1)));
        }

        assertThat(Files.readString(openings).lines())
                .hasSize(3)
                .last()
                .asString()
                .contains("[{\"hook\":\"guard\",");
        assertThat(Records.data(directory, "emit").getLast().get("runs")).isInstanceOf(Map.class);
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
    }

    @Test
    void that_cannot_be_taken_from_others_do_not_keep_the_log_from_being_opened() throws Exception {
        Files.setPosixFilePermissions(openings, PosixFilePermissions.fromString("rw-r--r--"));
        assumeTrue(FileAnchorTest.run("chattr", "+a", openings.toString()), "no right to make a file append-only");
        try {
            FileAuditLog.open(directory).close();
        } finally {
            FileAnchorTest.run("chattr", "-a", openings.toString());
        }

        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
    }

    @Test
    void that_others_can_read_are_taken_from_them() throws IOException {
        Files.setPosixFilePermissions(openings, PosixFilePermissions.fromString("rw-r--r--"));

        FileAuditLog.open(directory).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(openings)))
                .isEqualTo("rw-------");
    }
}
