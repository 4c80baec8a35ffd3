package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.AuditLog;
import dev.carabiner.testkit.AuditLogContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// snippet: store-test
class LineLogTest extends AuditLogContract {

    @TempDir
    private Path directory;

    @Override
    protected AuditLog newLog() {
        try {
            return new LineLog(directory.resolve("records"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void one_line_for_each_record_is_there_when_append_returns() {
        oneOfEach().forEach(newLog()::append);

        assertThat(directory.resolve("records"))
                .content()
                .hasLineCount(oneOfEach().size());
    }

    @Test
    void after_a_failure_nothing_more_is_taken() throws Exception {
        LineLog log = new LineLog(directory.resolve("records"));
        log.close();

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> log.append(oneOfEach().getFirst())).isInstanceOf(UncheckedIOException.class);
        }
    }
}
// end
