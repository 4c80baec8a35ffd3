package dev.carabiner.cli.terminal;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalSystem;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;

/**
 * Asks the person at the terminal, one question at a time and not too many of them: what comes in a flood is refused
 * unseen. The kernel ends a question without an answer by interrupting this thread; then the terminal is as it was
 * before.
 */
public final class TerminalApproval implements ApprovalSystem {

    /** What events and record call this channel. */
    static final String NAME = "terminal";

    private static final Duration MOMENT = Duration.ofMillis(300);
    private static final Duration CLEANING_UP = Duration.ofSeconds(2);

    private final ReentrantLock turn = new ReentrantLock(true);
    private final Terminal terminal;
    private final Screen screen;
    private final Duration moment;
    private final QuestionRate rate; // guarded by turn

    /** Asks on this terminal, and draws by way of the screen. */
    public TerminalApproval(Terminal terminal, Screen screen) {
        this(terminal, screen, MOMENT, System::nanoTime);
    }

    /** The moment is how long a key does not count after the question has appeared. */
    TerminalApproval(Terminal terminal, Screen screen, Duration moment, LongSupplier nanoTime) {
        this.terminal = terminal;
        this.screen = screen;
        this.moment = moment;
        this.rate = new QuestionRate(nanoTime);
    }

    @Override
    public String name() {
        return NAME;
    }

    /** Who the terminal belongs to, as far as the system says. */
    @Override
    public String decidedBy() {
        String user = System.getProperty("user.name", "");
        return user.isBlank() ? name() : user;
    }

    @Override
    public String requestApproval(ApprovalRequest request) throws InterruptedException {
        turn.lockInterruptibly();
        try {
            requireCalm();
            return onThreadOfItsOwn(() -> ask(request));
        } finally {
            turn.unlock();
        }
    }

    private void requireCalm() {
        if (rate.admits()) {
            return;
        }
        if (rate.isNews()) {
            screen.line("  "
                    + screen.styles()
                            .yellow("More than " + QuestionRate.MOST
                                    + " questions within a minute: the next ones are refused unseen"));
        }
        throw new TooManyQuestionsException();
    }

    private String ask(ApprovalRequest request) throws InterruptedException {
        screen.hold();
        Attributes before = terminal.enterRawMode();
        try {
            return new ApprovalDialog(terminal, screen.styles(), request).ask(moment);
        } finally {
            terminal.setAttributes(before);
            screen.release();
        }
    }

    /** Reading a terminal takes the whole thread, and the caller's may be a virtual one that others depend on. */
    private static String onThreadOfItsOwn(Callable<String> dialog) throws InterruptedException {
        FutureTask<String> answer = new FutureTask<>(dialog);
        Thread thread = Thread.ofPlatform().daemon().name("carabiner-approval").start(answer);
        try {
            return answer.get();
        } catch (InterruptedException e) {
            thread.interrupt();
            thread.join(CLEANING_UP);
            throw e;
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case InterruptedException interrupted -> throw interrupted;
                case RuntimeException failure -> throw failure;
                case null, default -> throw new IllegalStateException("The question could not be asked", e);
            }
        }
    }
}
