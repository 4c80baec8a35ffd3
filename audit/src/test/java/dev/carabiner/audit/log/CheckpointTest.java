package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.Notes;
import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When checkpoints are written, and what must be on disk before. */
class CheckpointTest {

    private static final Duration NEVER = Duration.ofDays(1);

    @TempDir
    Path directory;

    private List<Note> checkpoints() throws IOException {
        List<Note> found = new ArrayList<>();
        try (Notes notes = Notes.open(directory.resolve("checkpoints"))) {
            for (byte[] next = notes.next(); next != null; next = notes.next()) {
                found.add(Note.parse(next));
            }
        }
        return found;
    }

    private List<Long> sizes() throws IOException {
        return checkpoints().stream().map(Note::size).toList();
    }

    private void awaitSize(long size) throws Exception {
        for (int i = 0; i < 600 && !sizes().contains(size); i++) {
            Thread.sleep(50);
        }
        assertThat(sizes()).contains(size);
    }

    @Test
    void one_comes_at_the_opening_and_at_the_close_one_with_each_key() throws Exception {
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory).checkpointEvery(1_000, NEVER))) {
            awaitSize(1); // it covers what is there when it is signed, which could be the next record too
            log.append(SampleRecords.buffered("a"));
        }

        assertThat(sizes()).containsExactly(1L, 3L, 4L);
        List<String> keys = Records.texts(directory, "segment_start", "key");
        assertThat(keys).hasSize(2);
        VerifierKey old = VerifierKey.parse(keys.getFirst());
        VerifierKey next = VerifierKey.parse(keys.getLast());
        assertThat(checkpoints().stream().map(note -> note.isSignedBy(old))).containsExactly(true, true, false);
        assertThat(checkpoints().stream().map(note -> note.isSignedBy(next))).containsExactly(false, false, true);
    }

    @Test
    void one_comes_at_each_approval_decision() throws Exception {
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory).checkpointEvery(1_000, NEVER))) {
            awaitSize(1);
            log.append(SampleRecords.decision("r-1"));
            awaitSize(2);
        }
    }

    @Test
    void one_comes_after_so_many_records() throws Exception {
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory).checkpointEvery(10, NEVER))) {
            awaitSize(1);
            for (int i = 0; i < 10; i++) {
                log.append(SampleRecords.buffered("line " + i));
            }
            awaitSize(11);
        }
    }

    @Test
    void one_comes_after_some_time_if_there_is_anything_new() throws Exception {
        Duration soon = Duration.ofMillis(300);
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory).checkpointEvery(1_000, soon))) {
            awaitSize(1);
            log.append(SampleRecords.buffered("a"));
            awaitSize(2);
            Thread.sleep(1_000);
            assertThat(sizes()).hasSize(2);
        }
    }

    @Test
    void none_speaks_of_records_that_are_not_on_disk() throws Exception {
        Queue<String> done = new ConcurrentLinkedQueue<>();
        FailingStorage watched = new FailingStorage(what -> {
            done.add(what);
            return false;
        });
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory).checkpointEvery(10, NEVER), watched)) {
            awaitSize(1);
            done.clear();
            for (int i = 0; i < 10; i++) {
                log.append(SampleRecords.buffered("line " + i));
            }
            awaitSize(11);

            assertThat(done)
                    .containsSubsequence(
                            "write segment-000001.jsonl",
                            "force segment-000001.jsonl",
                            "write checkpoints",
                            "force checkpoints");
        }
    }
}
