package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.audit.log.FileAuditLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code audit verify} on a long log shows how far it is on standard error, and only where that is a terminal. */
@Timeout(120)
class AuditProgressTest {

    @TempDir
    private Path directory;

    private Path log;

    @BeforeEach
    void writeLongLog() {
        log = directory.resolve("log");
        String large = "x".repeat(14 * 1024 * 1024);
        try (FileAuditLog open = FileAuditLog.open(log)) {
            for (int i = 0; i < 4; i++) {
                open.append(new OutputCaught("s-1", Instant.EPOCH, "linter", "tool:pre", false, i + large));
            }
        }
    }

    /** Runs it on a terminal but for what the redirection takes from there; returns what the terminal got. */
    private String onTerminal(String streams, String redirection) throws IOException {
        String line =
                Program.command(List.of("-Dcarabiner.terminal=" + streams), "audit", "verify", log.toString()).stream()
                        .map(word -> "'" + word.replace("'", "'\\''") + "'")
                        .collect(Collectors.joining(" "));
        ProcessBuilder builder = new ProcessBuilder(
                        List.of("script", "--quiet", "--command", line + " " + redirection, "/dev/null"))
                .redirectErrorStream(true);
        builder.environment().put("SHELL", "/bin/sh");
        try {
            Process process = builder.start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return Assumptions.abort("There is no program 'script' to make a terminal: " + e.getMessage());
        }
    }

    @Test
    void is_seen_where_only_standard_error_is_a_terminal() throws IOException {
        Path out = directory.resolve("out");

        assertThat(onTerminal("err", "< /dev/null > " + out)).contains("####").containsPattern("\\] (49|50) %");
        assertThat(out).content().startsWith("NOT_ANCHORED ");
    }

    @Test
    void does_not_get_into_a_file_that_errors_go_to() throws IOException {
        Path errors = directory.resolve("errors");

        assertThat(onTerminal("in,out", "2> " + errors))
                .contains("NOT_ANCHORED ")
                .doesNotContain("#");
        assertThat(errors).isEmptyFile();
    }
}
