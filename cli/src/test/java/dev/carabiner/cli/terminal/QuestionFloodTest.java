package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.Decision;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** More questions than a person reads. */
class QuestionFloodTest extends ApprovalsOnPty {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // it may go round

    @BeforeEach
    void open() throws Exception {
        terminal(100, 40);
        approval = new TerminalApproval(pty.terminal(), screen, Duration.ofMillis(1), now::get);
    }

    private void granted(int number) throws Exception {
        Future<String> asked = ask(request("command-" + number + ";", "Allow", "Deny"));
        pty.await("command-" + number + ";");
        pty.await("denied in");
        pty.type("1");
        assertThat(answer(asked)).isEqualTo("Allow");
    }

    private void grantedToTheLimit() throws Exception {
        for (int i = 1; i <= QuestionRate.MOST; i++) {
            granted(i);
        }
    }

    @Test
    void are_refused_unseen_and_that_is_said_once() throws Exception {
        grantedToTheLimit();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> answer(ask(request("one-more", "Allow", "Deny"))))
                    .hasRootCauseInstanceOf(TooManyQuestionsException.class)
                    .hasStackTraceContaining("more than 20 questions within a minute");
        }

        pty.await("More than 20 questions within a minute: the next ones are refused unseen");
        assertThat(pty.text()).containsOnlyOnce("refused unseen").doesNotContain("one-more");
    }

    @Test
    void are_asked_again_after_a_minute() throws Exception {
        grantedToTheLimit();
        now.addAndGet(QuestionRate.WITHIN.toNanos() - 1);
        assertThatThrownBy(() -> answer(ask(request("too-early", "Allow", "Deny"))))
                .hasRootCauseInstanceOf(TooManyQuestionsException.class);
        now.addAndGet(1);

        granted(100);
    }

    @Test
    void are_never_allowed_even_by_default() throws Exception {
        grantedToTheLimit();
        HookRegistry hooks = new HookRegistry();
        hooks.on("tool:pre", (event, data) -> HookResult.ask("Now?").byDefault(Decision.ALLOW));
        SessionCoordinator session = SessionCoordinator.builder()
                .hooks(hooks)
                .channels(List.of(approval))
                .build();

        HookOutcome outcome =
                session.permitTool("Bash", Map.of("command", "date")).outcome();

        assertThat(outcome.denied()).isTrue();
        assertThat(outcome.reason()).startsWith("Approval system failed: more than 20 questions within a minute");
    }
}
