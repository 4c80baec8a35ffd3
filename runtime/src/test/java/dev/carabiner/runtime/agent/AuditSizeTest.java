package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.runtime.store.SessionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How long the audit log of a session may become. */
@Timeout(120)
class AuditSizeTest {

    @TempDir
    Path temp;

    private SessionStore store() {
        return SessionStore.at(temp.resolve("sessions"));
    }

    private long logOf(Stage stage, Script model) throws IOException {
        Session session = stage.in(temp).builder(model).store(store()).start();
        session.prompt("go");
        session.close();
        AuditOf.session(store(), session.id()); // which verifies it
        try (Stream<Path> files = Files.list(store().auditDirectory(session.id()))) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private static String letters(int count) {
        Random random = new Random(7);
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < count; i++) {
            letters.append((char) ('a' + random.nextInt(26)));
        }
        return letters.toString();
    }

    @Test
    void a_streamed_answer_in_one_letter_pieces_takes_at_most_three_times_its_text() throws IOException {
        String answer = letters(100_000);

        long bytes = logOf(new Stage().streaming(), Script.of(text(answer)).letterByLetter());

        assertThat(bytes).isLessThanOrEqualTo(3L * answer.length());
    }

    @Test
    void reading_the_same_file_ten_times_takes_at_most_twice_the_file() throws IOException {
        String content = letters(100 * 1024);
        Stage stage = new Stage().tool(Stage.tool("Read", false, (input, run) -> content));
        Script.Line[] reads = new Script.Line[11];
        for (int i = 0; i < 10; i++) {
            reads[i] = calls(call("c-" + i, "Read", "file_path", "notes.txt"));
        }
        reads[10] = text("done");

        long bytes = logOf(stage, Script.of(reads));

        assertThat(bytes).isLessThanOrEqualTo(2L * content.length());
    }
}
