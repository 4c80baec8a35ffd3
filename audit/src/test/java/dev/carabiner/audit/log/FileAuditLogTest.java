package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord.Denied;
import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.event.EventData;
import dev.carabiner.testkit.AuditLogContract;
import dev.carabiner.testkit.ChildJvm;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileAuditLogTest extends AuditLogContract {

    @TempDir
    Path directory;

    private final List<FileAuditLog> opened = new ArrayList<>();

    @Override
    protected AuditLog newLog() {
        return open(AuditLogOptions.in(directory));
    }

    private FileAuditLog open(AuditLogOptions options) {
        FileAuditLog log = FileAuditLog.open(options);
        opened.add(log);
        return log;
    }

    private void closeAll() {
        opened.forEach(FileAuditLog::close);
    }

    @AfterEach
    void close() {
        closeAll();
    }

    @Test
    void every_kind_of_record_reads_back_as_it_was() throws IOException {
        AuditLog log = newLog();
        oneOfEach().forEach(log::append);
        closeAll();

        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
        for (var record : oneOfEach()) {
            EventData all = EventData.of((Record) record)
                    .without("session")
                    .without("time")
                    .without("actor");
            Object expected =
                    told(record instanceof Denied ? all.with("action", "deny").asMap() : all.asMap());
            assertThat(Records.data(directory, record.type()))
                    .extracting(data -> told(data.asMap()))
                    .contains(expected);
        }
    }

    /** What a record tells: a field that is null, empty or false tells as much as one that is not there. */
    private static Object told(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<Object, Object> left = new TreeMap<>();
                map.forEach((key, inner) -> {
                    Object kept = inner == null ? "" : told(inner);
                    if (!kept.equals("") && !kept.equals(List.of()) && !kept.equals(false)) {
                        left.put(key, kept);
                    }
                });
                yield left;
            }
            case List<?> list ->
                list.stream().map(inner -> inner == null ? "" : told(inner)).toList();
            case Number number -> new BigDecimal(number.toString()).stripTrailingZeros();
            default -> value;
        };
    }

    @Test
    void one_that_was_left_goes_on_in_its_segment_with_its_key() throws IOException {
        FileAuditLog first = open(AuditLogOptions.in(directory));
        first.append(SampleRecords.durable("before"));
        first.leave();
        byte[] key = Files.readAllBytes(directory.resolve("key"));
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
        assertThatThrownBy(() -> first.append(SampleRecords.durable("late"))).isInstanceOf(AuditLogException.class);

        FileAuditLog second = open(AuditLogOptions.in(directory));
        second.append(SampleRecords.durable("after"));
        second.leave();
        assertThat(Files.readAllBytes(directory.resolve("key"))).isEqualTo(key);
        assertThat(directory.resolve("segment-000002.jsonl")).doesNotExist();
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
        assertThat(Files.readString(directory.resolve("segment-000001.jsonl"))).contains("before", "after");

        open(AuditLogOptions.in(directory)).close();
        assertThat(Files.readAllBytes(directory.resolve("key"))).isNotEqualTo(key);
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
    }

    @Test
    void a_long_segment_is_not_left_open_to_be_read_at_each_opening() throws Exception {
        for (int i = 0; i < 100; i++) {
            FileAuditLog log = open(AuditLogOptions.in(directory));
            log.append(SampleRecords.durable("record " + i));
            log.leave();
        }
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
        assertThat(directory.resolve("segment-000003.jsonl")).exists();
        assertThat(directory.resolve("segment-000004.jsonl")).doesNotExist();
        assertThat(Files.readAllLines(directory.resolve("segment-000001.jsonl")))
                .hasSize(49);
    }

    @Test
    void many_threads_lose_nothing_and_keep_each_ones_order() throws Exception {
        FileAuditLog log = open(AuditLogOptions.in(directory).segmentsOf(200_000));
        Callable<Void> appending = () -> {
            for (int i = 0; i < 100; i++) {
                String id = Thread.currentThread().threadId() + " " + i;
                log.append(i % 3 == 0 ? SampleRecords.durable(id) : SampleRecords.decision(id));
            }
            return null;
        };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var done = threads.invokeAll(
                    IntStream.range(0, 64).mapToObj(i -> appending).toList());
            assertThat(done).allSatisfy(it -> assertThat(it.state()).isEqualTo(Future.State.SUCCESS));
        }
        closeAll();

        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
        List<String> ids = Records.texts(directory, "permit_used", "permit");
        assertThat(ids).hasSize(64 * 34).doesNotHaveDuplicates();
        assertThat(Records.texts(directory, "approval_decision", "request")).hasSize(64 * 66);
        ids.stream()
                .map(id -> id.split(" "))
                .collect(Collectors.groupingBy(id -> id[0]))
                .values()
                .forEach(own -> assertThat(own)
                        .extracting(id -> Integer.parseInt(id[1]))
                        .isSorted());
    }

    @Test
    void goes_on_where_it_was_closed() throws IOException {
        for (int i = 0; i < 3; i++) {
            open(AuditLogOptions.in(directory)).append(SampleRecords.durable("p-" + i));
            closeAll();
        }

        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
        assertThat(Records.texts(directory, "permit_used", "permit")).containsExactly("p-0", "p-1", "p-2");
    }

    @Test
    void begins_a_new_segment_with_a_new_key_when_one_is_full() throws IOException {
        FileAuditLog log = open(AuditLogOptions.in(directory).segmentsOf(20_000));
        for (int i = 0; i < 200; i++) {
            log.append(SampleRecords.durable("p-" + i));
        }
        closeAll();

        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
        assertThat(Records.verify(directory).segments()).isGreaterThan(3);
        assertThat(Records.texts(directory, "segment_start", "key")).doesNotHaveDuplicates();
    }

    @Test
    void a_durable_record_is_in_the_file_when_append_returns() throws IOException {
        FileAuditLog log = open(AuditLogOptions.in(directory));

        log.append(SampleRecords.durable("p-1"));

        assertThat(Records.texts(directory, "permit_used", "permit")).containsExactly("p-1");
    }

    @Test
    void a_buffered_record_is_in_the_file_within_a_tenth_of_a_second() throws Exception {
        FileAuditLog log = open(AuditLogOptions.in(directory));
        log.append(SampleRecords.durable("warm"));

        log.append(SampleRecords.buffered("soon"));
        Thread.sleep(1_000); // ten times what is promised, for a machine that is busy with other things

        assertThat(Records.texts(directory, "output", "text")).containsExactly("soon");
    }

    @Test
    void after_close_nothing_is_taken() {
        FileAuditLog log = open(AuditLogOptions.in(directory));
        log.close();

        assertThatThrownBy(() -> log.append(SampleRecords.buffered("x"))).hasMessageContaining("closed");
        log.close(); // again, without effect
    }

    @Test
    void a_record_that_is_too_large_is_refused_and_the_log_goes_on() throws IOException {
        FileAuditLog log = open(AuditLogOptions.in(directory));
        String large = "x".repeat(17 * 1024 * 1024);

        assertThatThrownBy(() -> log.append(SampleRecords.buffered(large))).hasMessageContaining("too large");
        log.append(SampleRecords.durable("p-1"));
        closeAll();

        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
    }

    @Test
    void a_large_record_is_taken() throws IOException {
        FileAuditLog log = open(AuditLogOptions.in(directory));
        log.append(SampleRecords.buffered("x".repeat(15 * 1024 * 1024)));
        log.append(SampleRecords.durable("p-1"));
        closeAll();

        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
    }

    @Test
    void data_nested_as_deep_as_event_data_may_be_is_taken() throws IOException {
        EventData deep = EventData.of("a", 1);
        for (int i = 1; i < 512; i++) {
            deep = EventData.of("a", deep);
        }
        open(AuditLogOptions.in(directory)).append(SampleRecords.emitted("deny", deep));
        closeAll();

        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
    }

    @Test
    void the_files_are_for_the_owner_only() throws IOException {
        newLog();

        try (var files = Files.list(directory)) {
            assertThat(files)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo(file.endsWith("lock") ? "-w-------" : "rw-------"));
        }
    }

    @Nested
    class A_second_writer {

        @Test
        void in_this_process_is_refused() {
            newLog();

            assertThatThrownBy(() -> FileAuditLog.open(directory))
                    .isInstanceOf(AuditLogException.class)
                    .hasMessageContaining("already being written by this process");
        }

        @Test
        void in_another_process_is_refused_even_after_one_in_this() throws Exception {
            newLog();
            assertThatThrownBy(() -> FileAuditLog.open(directory)).isInstanceOf(AuditLogException.class);

            assertThat(ChildJvm.output(SecondWriter.class, directory.toString()))
                    .contains("already being written by another process");
        }

        @Test
        void may_come_when_the_first_has_gone() {
            newLog();
            closeAll();

            newLog();
        }
    }

    /** Run in a process of its own. */
    static final class SecondWriter {

        public static void main(String[] args) {
            try (FileAuditLog log = FileAuditLog.open(Path.of(args[0]))) {
                System.out.println("opened");
            } catch (AuditLogException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
