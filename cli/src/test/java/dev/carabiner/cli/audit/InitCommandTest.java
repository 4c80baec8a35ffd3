package dev.carabiner.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {

    @TempDir
    Path root;

    private Path log;

    @BeforeEach
    void choose() {
        log = root.resolve("log");
    }

    @Test
    void prints_the_root_key_and_where_a_copy_is() throws IOException {
        CommandRun run = CommandRun.of("init", log.toString(), "--name", "mine");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo(Files.readString(log.resolve("root.pub")));
        assertThat(run.err()).contains("a copy is in " + log.resolve("root.pub"));
    }

    @Test
    void never_prints_another_key_than_the_first_of_a_log_that_is_there() throws IOException {
        try (FileAuditLog writing =
                FileAuditLog.open(AuditLogOptions.in(log).named("demo").segmentsOf(2_000))) {
            Records.append(writing, 40);
        }
        String rootKey = Files.readString(log.resolve("root.pub")).strip();
        Files.delete(log.resolve("root.pub"));

        CommandRun run = CommandRun.of("init", log.toString());

        assertThat(log.resolve("segment-000003.jsonl")).exists();
        assertThat(run.exitCode()).isEqualTo(73);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("There is a log in " + log + " already").contains(rootKey);
    }

    @Test
    void makes_the_log_where_a_crash_has_left_a_key_only() throws IOException {
        Files.createDirectory(log);
        Files.writeString(log.resolve("root.pub"), "left over\n");

        CommandRun run = CommandRun.of("init", log.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(CommandRun.of("verify", log.toString(), "--pub", run.out().strip())
                        .exitCode())
                .isZero();
    }
}
