package dev.carabiner.cli.terminal;

import dev.carabiner.approval.Answer;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.event.EventData;
import dev.carabiner.testkit.RecordedPending;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** A person at a terminal, who is asked. */
abstract class ApprovalsOnPty {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    Pty pty;
    Screen screen;
    TerminalApproval approval;

    void terminal(int columns, int rows) throws Exception {
        pty = new Pty(columns, rows);
        screen = Screen.live(pty.terminal().writer(), new Styles(true, true), () -> columns);
        approval = new TerminalApproval(pty.terminal(), screen, Duration.ofMillis(1), System::nanoTime);
    }

    @AfterEach
    void close() throws Exception {
        threads.shutdownNow();
        threads.awaitTermination(10, TimeUnit.SECONDS);
        screen.close();
        pty.close();
    }

    <T> Future<T> inBackground(Callable<T> work) {
        return threads.submit(work);
    }

    /** What is answered at the terminal; a cause of the exception if the terminal says that it cannot be. */
    Future<String> ask(ApprovalRequest request) {
        return threads.submit(() -> asked(new RecordedPending(request)));
    }

    private String asked(RecordedPending pending) throws Exception {
        try (AutoCloseable shown = approval.offer(pending)) {
            Answer answer = null;
            while (answer == null) {
                answer = pending.answer(Duration.ofMillis(20));
                if (!pending.failures().isEmpty()) {
                    throw new IllegalStateException(pending.failures().getFirst());
                }
            }
            return answer.option();
        }
    }

    static ApprovalRequest request(String command, String... options) {
        return request(
                "Allow pushing?", EventData.of("tool_name", "Bash", "tool_input", Map.of("command", command)), options);
    }

    static ApprovalRequest request(String prompt, EventData data, String... options) {
        Question question = new Question(
                "push-guard", prompt, List.of(options), Duration.ofMinutes(5), Decision.DENY, "it is a push");
        return new ApprovalRequest("r-1", "s-1", "tool:pre", question, data, "digest", Instant.now());
    }

    static String answer(Future<String> asked) throws Exception {
        return asked.get(20, TimeUnit.SECONDS);
    }
}
