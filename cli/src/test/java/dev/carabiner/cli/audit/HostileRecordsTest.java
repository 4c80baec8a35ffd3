package dev.carabiner.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.event.EventData;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that show records, and what an attacker or a crash may have put into a log. */
class HostileRecordsTest {

    private static final int RECORDS = 3;

    @TempDir
    Path root;

    private Path log;
    private Path segment;

    @BeforeEach
    void choose() {
        log = root.resolve("log");
        segment = log.resolve("segment-000001.jsonl");
    }

    private void write(EventData data) {
        Records.write(log, it -> it.named("demo").secrets("password"), writing -> {
            writing.append(SampleRecords.buffered("harmless"));
            writing.append(SampleRecords.emitted("deny", data));
        });
    }

    private CommandRun run(String command, String... more) {
        String[] words = Arrays.copyOf(new String[] {command, log.toString()}, 2 + more.length);
        System.arraycopy(more, 0, words, 2, more.length);
        return CommandRun.of(words);
    }

    @Nested
    class A_record_as_deep_as_data_may_be {

        @BeforeEach
        void write() {
            Object deep = "bottom";
            for (int level = 0; level < 511; level++) {
                deep = Map.of("a", deep);
            }
            HostileRecordsTest.this.write(EventData.of("deep", deep, "password", "hunter2"));
        }

        @Test
        void is_found_by_what_it_holds_and_by_nothing_else() {
            assertThat(run("show", "--action", "deny").lines()).hasSize(1);
            assertThat(run("show", "--hook", "guard").lines()).hasSize(1);
            assertThat(run("show", "--action", "modify").lines()).isEmpty();
        }

        @Test
        void gives_up_its_secrets_to_an_erasure() throws IOException {
            String seq = run("show", "--action", "deny").lines().getFirst().split(" ")[0];
            assertThat(run("erase", seq, "/data/password", "--yes").exitCode()).isZero();
            assertThat(Files.readString(log.resolve("segment-000001.secrets"))).doesNotContain("hunter2");
        }
    }

    @Test
    void a_record_with_a_huge_number_is_found() {
        write(EventData.of("n", new BigDecimal("1E+5000")));

        assertThat(run("show", "--action", "deny").lines()).hasSize(1);
        assertThat(run("erase", "2").exitCode()).isZero();
    }

    @Nested
    class A_torn_tail {

        @ParameterizedTest
        @ValueSource(strings = {"\0\0\0\0\0\0\n", "{\"v\":1,", "\0\n{}\n"})
        void is_no_tampering(String tail) throws IOException {
            write(EventData.empty());
            Files.writeString(segment, tail, StandardOpenOption.APPEND);

            assertThat(run("verify").exitCode()).isEqualTo(2);
            for (String command : new String[] {"show", "tail", "export"}) {
                CommandRun run = run(command);
                assertThat(run.exitCode()).as(command).isZero();
                assertThat(run.lines()).as(command).hasSize(RECORDS);
                assertThat(run.err()).as(command).contains("unfinished");
            }
            assertThat(run("erase", "2").exitCode()).isZero();
        }

        @Test
        void is_tampering_where_no_crash_leaves_one() throws IOException {
            try (FileAuditLog writing =
                    FileAuditLog.open(AuditLogOptions.in(log).named("demo").segmentsOf(2_000))) {
                Records.append(writing, 30);
            }
            Files.writeString(segment, "\0\n", StandardOpenOption.APPEND);

            assertThat(run("verify").exitCode()).isEqualTo(1);
            assertThat(run("show").exitCode()).isEqualTo(1);
        }
    }

    @Nested
    class Tampering {

        @BeforeEach
        void write() {
            HostileRecordsTest.this.write(EventData.empty());
        }

        @Test
        void is_a_line_that_is_too_long() throws IOException {
            try (OutputStream out = Files.newOutputStream(segment, StandardOpenOption.APPEND)) {
                byte[] line = new byte[16 * 1024 * 1024 + 1];
                Arrays.fill(line, (byte) 'x');
                line[line.length - 1] = '\n';
                out.write(line);
            }
            for (String command : new String[] {"verify", "show", "tail", "export"}) {
                assertThat(run(command).exitCode()).as(command).isEqualTo(1);
            }
        }

        @Test
        void is_told_beside_exported_records_not_among_them() throws IOException {
            Files.writeString(segment, "{}\n", StandardOpenOption.APPEND);

            CommandRun run = run("export");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.lines()).hasSize(RECORDS).allMatch(line -> line.startsWith("{"));
            assertThat(run.err()).startsWith("TAMPERED record 3: ");
        }
    }

    @Test
    void long_fields_of_all_sorts_are_shortened_at_whole_characters() {
        write(EventData.of("text", "\ud83d\ude00".repeat(200)));

        String line = run("show", "--action", "deny").lines().getFirst();

        assertThat(line).contains("\ud83d\ude00").endsWith("more)").doesNotContain("\ufffd");
        assertThat(line.getBytes(StandardCharsets.UTF_8).length).isLessThan(1_000);
    }
}
