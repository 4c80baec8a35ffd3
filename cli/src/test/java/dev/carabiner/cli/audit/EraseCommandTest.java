package dev.carabiner.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.event.EventData;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EraseCommandTest {

    private static final String PASSWORD = "/data/tool_input/password";
    private static final String KEY = "/data/keys/1/a~1b/api_key";

    @TempDir
    Path log;

    private CommandRun last;
    private Path openings;

    @BeforeEach
    void write() {
        openings = log.resolve("segment-000001.secrets");
        EventData data = EventData.of(
                "tool_input",
                EventData.of("user", "ann", "password", "hunter2"),
                "keys",
                List.of("none", EventData.of("a/b", EventData.of("api_key", "k-\u20ac-1"))));
        try (FileAuditLog writing = FileAuditLog.open(options())) {
            writing.append(SampleRecords.buffered("nothing secret"));
            writing.append(SampleRecords.emitted("deny", data));
        }
    }

    private AuditLogOptions options() {
        return AuditLogOptions.in(log).secrets("password", "api_key");
    }

    private int erase(String... words) {
        String[] all = new String[words.length + 2];
        all[0] = "erase";
        all[1] = log.toString();
        System.arraycopy(words, 0, all, 2, words.length);
        last = CommandRun.of(all);
        return last.exitCode();
    }

    private String onDisk() throws IOException {
        return Files.readString(openings);
    }

    private Result verdict() throws IOException {
        return Records.verify(log).result();
    }

    @Nested
    class A_value {

        @Test
        void is_gone_and_the_log_is_still_good() throws IOException {
            long size = Files.size(openings);
            String commitment = onDisk().substring(0, 64);

            assertThat(erase("2", PASSWORD, "--yes")).isZero();

            assertThat(onDisk())
                    .doesNotContain("hunter2")
                    .doesNotContain(commitment)
                    .contains("k-\u20ac-1");
            assertThat(Files.size(openings)).isEqualTo(size);
            assertThat(verdict()).isEqualTo(Result.GOOD);
        }

        @Test
        void is_found_at_any_depth() throws IOException {
            assertThat(erase("2", KEY, "--yes")).isZero();

            assertThat(onDisk()).doesNotContain("k-\u20ac-1").contains("hunter2");
        }

        @Test
        void leaves_a_record_of_its_erasure_but_not_of_itself() throws IOException {
            String commitment = onDisk().substring(0, 64);

            erase("2", PASSWORD, "--yes");

            assertThat(Records.texts(log, "message", "text"))
                    .containsExactly("Erasing the secret " + PASSWORD + " of record 2, commitment " + commitment);
            assertThat(last.out()).isEqualTo("Erased " + PASSWORD + " of record 2\n");
        }

        @Test
        void is_erased_once() throws IOException {
            erase("2", PASSWORD, "--yes");

            assertThat(erase("2", PASSWORD, "--yes")).isZero();
            assertThat(last.out()).contains("erased before");
            assertThat(Records.data(log, "message")).hasSize(1);
        }

        @Test
        void that_an_interrupted_erasure_has_left_goes_with_the_next() throws IOException {
            String half = onDisk();
            Files.writeString(openings, " ".repeat(70) + half.substring(70));
            assertThat(verdict()).isEqualTo(Result.GOOD);
            assertThat(onDisk()).contains("hunter2");

            assertThat(erase("2", PASSWORD, "--yes")).isZero();

            assertThat(onDisk()).doesNotContain("hunter2").contains("k-\u20ac-1");
            assertThat(verdict()).isEqualTo(Result.GOOD);
        }
    }

    @Nested
    class Nothing_is_erased {

        private String before;

        @BeforeEach
        void remember() throws IOException {
            before = onDisk();
        }

        private void assertUntouched() throws IOException {
            assertThat(onDisk()).isEqualTo(before);
            assertThat(Records.data(log, "message")).isEmpty();
        }

        @Test
        void without_yes() throws IOException {
            assertThat(erase("2", PASSWORD)).isEqualTo(64);
            assertThat(last.err()).contains("--yes");
            assertUntouched();
        }

        @Test
        void without_a_path_but_the_paths_are_listed() throws IOException {
            assertThat(erase("2", "--yes")).isZero();
            assertThat(last.out().lines()).containsExactly(PASSWORD, KEY);
            assertUntouched();
        }

        @Test
        void where_no_secret_is() throws IOException {
            assertThat(erase("2", "/data/tool_input/user", "--yes")).isEqualTo(64);
            assertThat(last.err()).contains(PASSWORD);
            assertThat(erase("1", "/text", "--yes")).isEqualTo(64);
            assertThat(erase("99", PASSWORD, "--yes")).isEqualTo(64);
            assertThat(erase("x", PASSWORD, "--yes")).isEqualTo(64);
            assertUntouched();
        }

        @Test
        void while_somebody_writes_the_log() throws IOException {
            try (FileAuditLog writing = FileAuditLog.open(options())) {
                assertThat(erase("2", PASSWORD, "--yes")).isEqualTo(73);
                assertThat(last.err()).contains("already being written");
                writing.append(SampleRecords.buffered("undisturbed"));
            }
            assertUntouched();
        }

        @Test
        void where_there_is_no_log_and_none_is_made() throws IOException {
            Path empty = Files.createDirectory(log.resolve("empty"));

            CommandRun run = CommandRun.of("erase", empty.toString(), "2", PASSWORD, "--yes");

            assertThat(run.exitCode()).isEqualTo(66);
            assertThat(empty).isEmptyDirectory();
        }
    }
}
