package dev.carabiner.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.Durability;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.testkit.SampleRecords;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code audit tail --follow}, beside a writer that is at work. */
@Timeout(60)
class FollowTest {

    @TempDir
    Path directory;

    private final PipedInputStream shown = new PipedInputStream(1 << 20);
    private FileAuditLog log;
    private BufferedReader lines;
    private Thread thread;
    private FutureTask<Integer> exitCode;

    @BeforeEach
    void open() {
        log = FileAuditLog.open(
                AuditLogOptions.in(directory).named("demo").segmentsOf(3_000).durability(record -> Durability.DURABLE));
    }

    @AfterEach
    void close() throws InterruptedException {
        thread.interrupt();
        thread.join();
        log.close();
    }

    private void follow(String... filter) throws IOException {
        PrintStream out = new PrintStream(new PipedOutputStream(shown), true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(PrintStream.nullOutputStream());
        String[] words = new String[5 + filter.length];
        System.arraycopy(new String[] {"tail", directory.toString(), "-n", "2", "--follow"}, 0, words, 0, 5);
        System.arraycopy(filter, 0, words, 5, filter.length);
        exitCode = new FutureTask<>(() -> CommandRun.exitCode(out, err, words));
        thread = Thread.ofPlatform().start(exitCode);
        lines = new BufferedReader(new InputStreamReader(shown, StandardCharsets.UTF_8));
    }

    @Test
    void shows_the_last_records_and_then_each_new_one_once_through_many_segments() throws IOException {
        append(0, 5);
        follow("--type", "output");
        assertThat(lines.readLine()).contains("line 3");
        assertThat(lines.readLine()).contains("line 4");

        append(5, 100);

        for (int i = 5; i < 100; i++) {
            assertThat(lines.readLine()).contains("\"line " + i + "\"");
        }
        assertThat(directory.resolve("segment-000005.jsonl")).exists();
    }

    @Test
    void shows_only_what_the_filter_takes() throws IOException {
        follow("--type", "approval_decision");
        append(0, 3);
        log.append(SampleRecords.decision("r-1"));

        assertThat(lines.readLine()).contains("approval_decision").contains("r-1");
    }

    @Test
    void ends_when_it_is_interrupted() throws IOException, InterruptedException, ExecutionException, TimeoutException {
        append(0, 1);
        follow("--type", "output");
        assertThat(lines.readLine()).contains("line 0");

        thread.interrupt();

        assertThat(exitCode.get(30, TimeUnit.SECONDS)).isZero();
    }

    private void append(int from, int to) {
        for (int i = from; i < to; i++) {
            log.append(SampleRecords.buffered("line " + i));
        }
    }
}
