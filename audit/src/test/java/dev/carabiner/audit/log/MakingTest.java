package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What must be on disk before a new log acknowledges its first record. */
class MakingTest {

    @TempDir
    Path root;

    private final List<String> done = new CopyOnWriteArrayList<>();

    private final Storage storage = new FailingStorage(what -> {
        done.add(what);
        return false;
    });

    @Test
    void the_names_of_all_directories_that_were_made_last() {
        FileAuditLog.open(AuditLogOptions.in(root.resolve("a/b/log")), storage).close();

        assertThat(done)
                .containsSubsequence("force directory " + root.getFileName(), "force directory a", "force directory b");
    }

    @Test
    void a_directory_that_was_there_is_not_forced_from_above() {
        FileAuditLog.open(AuditLogOptions.in(root), storage).close();

        assertThat(done)
                .doesNotContain(
                        "force directory " + root.toAbsolutePath().getParent().getFileName());
    }

    @Test
    void the_root_key_is_exported_when_there_is_a_log_that_it_belongs_to() throws IOException {
        var crash = new FailingStorage(what -> what.equals("move segment-000001.jsonl.new"));
        assertThatThrownBy(() -> FileAuditLog.open(AuditLogOptions.in(root), crash))
                .isInstanceOf(AuditLogException.class);
        assertThat(root.resolve("root.pub")).doesNotExist();

        FileAuditLog.open(root).close();
        Files.delete(root.resolve("root.pub"));
        FileAuditLog.open(root).close();

        assertThat(Records.rootKey(root).text())
                .isEqualTo(Records.texts(root, "segment_start", "key").getFirst());
    }
}
