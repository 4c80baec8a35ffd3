package dev.carabiner.examples.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.event.EventData;
import java.io.ByteArrayOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(20)
class TerminalApprovalTest {

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final PipedWriter keyboard = new PipedWriter();
    private ApprovalSystem terminal;

    @BeforeEach
    void set_up() throws Exception {
        terminal = new TerminalApproval(new PipedReader(keyboard), new PrintStream(screen, true, UTF_8));
    }

    private static ApprovalRequest request() {
        Question question = new Question(
                "guard",
                "Write it\u202E?",
                List.of("Allow once", "Allow always", "Deny"),
                Duration.ofSeconds(60),
                Decision.DENY,
                "");
        EventData data = EventData.of("tool_name", "Write", "content", "one\n\u001B[2Jtwo");
        return new ApprovalRequest("r-1", "s-1", "tool:pre", question, data, "digest", Instant.EPOCH);
    }

    private FutureTask<String> asking() throws Exception {
        FutureTask<String> answer = new FutureTask<>(() -> terminal.requestApproval(request()));
        Thread.ofVirtual().start(answer);
        while (!screen.toString(UTF_8).endsWith("): ")) {
            Thread.sleep(10);
        }
        return answer;
    }

    @ParameterizedTest
    @CsvSource({
        "1, Allow once",
        "' 2 ', Allow always",
        "3, Deny",
        "'', Deny",
        "4, Deny",
        "yes, Deny",
        "Allow once, Deny"
    })
    void a_number_chooses_and_everything_else_is_the_safe_answer(String typed, String chosen) throws Exception {
        FutureTask<String> answer = asking();
        keyboard.write(typed + "\n");
        assertThat(answer.get()).isEqualTo(chosen);
    }

    @Test
    void what_was_typed_before_the_question_is_no_answer() throws Exception {
        keyboard.write("1\n");
        FutureTask<String> answer = asking();
        keyboard.write("\n");
        assertThat(answer.get()).isEqualTo("Deny");
    }

    @Test
    void shows_the_real_bytes_of_everything_that_is_asked_about() throws Exception {
        FutureTask<String> answer = asking();
        keyboard.write("\n");
        answer.get();
        assertThat(screen.toString(UTF_8))
                .contains("guard asks: Write it\\u202E?", "tool_name: \"Write\"", "| \\u001B[2Jtwo", "2  Allow always")
                .doesNotContain("\u001B", "\u202E");
    }

    @Test
    void can_be_interrupted_while_nobody_answers() throws Exception {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> terminal.requestApproval(request())).isInstanceOf(InterruptedException.class);
    }

    @Test
    void without_a_terminal_the_other_system_answers() {
        ApprovalSystem fixed = ApprovalSystem.answering("Deny");
        assertThat(TerminalApproval.orElse(fixed)).isSameAs(fixed);
    }
}
