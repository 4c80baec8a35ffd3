package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.event.EventData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
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
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory).secrets("password", "api_key"))) {
            log.append(Records.emitted("deny", EventData.of("tool_input", input)));
        }
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
}
