package dev.carabiner.cli;

import static dev.carabiner.cli.OnTerminal.CONTROL_C;
import static dev.carabiner.cli.OnTerminal.ENTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.verify.Verdict;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A hook asks, and the person at the terminal answers, or does not. */
@Timeout(120)
class QuestionOnTerminalTest {

    @TempDir
    private Path temporary;

    private Place place;
    private OnTerminal program;

    @BeforeEach
    void makePlace() throws Exception {
        place = Place.in(temporary);
    }

    @AfterEach
    void close() throws Exception {
        program.close();
    }

    private void start(String answerWithin) throws Exception {
        Path bundle = place.bundle("""
                bundle: {name: asking, version: 1}
                includes: [default]
                hooks:
                  - module: shell-guard
                    required: true
                    config: {ask: ["touch *"], answer_within: %s}
                """.formatted(answerWithin));
        program = OnTerminal.start(place, 80, 30, Map.of(), "run", "--bundle", bundle.toString(), "run touch made");
    }

    private void ask() throws Exception {
        start("55s");
        program.await("denied in 0:");
    }

    private Path made() {
        return place.project().resolve("made");
    }

    @Test
    void is_refused_by_enter_alone() throws Exception {
        ask();
        assertThat(program.text())
                .contains("shell-guard asks: Run this command (it might run \"touch *\")?\n")
                .containsOnlyOnce("command: \"touch made\"")
                .doesNotContain("session_id", "tool_call_id", "timestamp", "because:")
                .contains("❯ 3  Deny");
        program.type(ENTER);

        assertThat(program.exitCode()).isEqualTo(3);
        assertThat(program.text()).contains("✗ Deny").contains("denied: User denied\n");
        assertThat(made()).doesNotExist();
        assertThat(place.recorded("tool:post")).isZero();
        assertThat(place.recorded("approval:denied")).isOne();
        assertThat(place.verified()).isEqualTo(Verdict.Result.GOOD);
    }

    @Test
    void is_granted_by_choosing_so() throws Exception {
        ask();
        program.typeUp();
        program.await("❯ 2  Allow always");
        program.typeUp();
        program.await("❯ 1  Allow once");
        program.type(ENTER);

        assertThat(program.exitCode()).isZero();
        assertThat(program.text()).contains("✓ Allow once").doesNotContain("denied");
        assertThat(made()).exists();
        assertThat(place.recorded("approval:granted")).isOne();
    }

    @Test
    void takes_its_default_when_the_time_is_over() throws Exception {
        start("4s");

        assertThat(program.exitCode()).isEqualTo(3);
        assertThat(program.raw()).contains("denied in 0:01").contains("denied in 0:00");
        assertThat(program.text()).contains("the question is over").contains("Approval timeout - denied by default");
        assertThat(made()).doesNotExist();
    }

    @Test
    void ends_with_the_turn_at_control_c() throws Exception {
        ask();
        program.type(CONTROL_C);

        assertThat(program.exitCode()).isEqualTo(1);
        assertThat(program.text()).contains("the question is over");
        assertThat(made()).doesNotExist();
        assertThat(place.recorded("session:end")).isOne();
        assertThat(place.verified()).isEqualTo(Verdict.Result.GOOD);
    }
}
