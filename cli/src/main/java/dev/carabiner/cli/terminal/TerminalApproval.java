package dev.carabiner.cli.terminal;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ChannelScope;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.approval.Receipt;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;

/**
 * Asks the person at the terminal, one question at a time and not too many of them: what comes in a flood is refused
 * unseen. A question that is taken away leaves a line that says who decided it, and the terminal as it was before.
 */
public final class TerminalApproval implements ApprovalChannel {

    /** What events and record call this channel. */
    static final String NAME = "terminal";

    private static final Duration MOMENT = Duration.ofMillis(300);
    private static final Duration CLEANING_UP = Duration.ofSeconds(2);

    private final ReentrantLock turn = new ReentrantLock(true);
    private final Terminal terminal;
    private final Screen screen;
    private final Duration moment;
    private final QuestionRate rate; // guarded by turn
    private final String person;

    /** Asks on this terminal, and draws by way of the screen. */
    public TerminalApproval(Terminal terminal, Screen screen) {
        this(terminal, screen, person());
    }

    /** The same under a name of its own, for the person who answers. */
    public TerminalApproval(Terminal terminal, Screen screen, String person) {
        this(terminal, screen, MOMENT, System::nanoTime, person);
    }

    /** The moment is how long a key does not count after the question has appeared. */
    TerminalApproval(Terminal terminal, Screen screen, Duration moment, LongSupplier nanoTime) {
        this(terminal, screen, moment, nanoTime, person());
    }

    private TerminalApproval(Terminal terminal, Screen screen, Duration moment, LongSupplier nanoTime, String person) {
        this.terminal = terminal;
        this.screen = screen;
        this.moment = moment;
        this.rate = new QuestionRate(nanoTime);
        this.person = person;
    }

    @Override
    public String name() {
        return NAME;
    }

    /** Who the terminal belongs to, as far as the system says. */
    public static String person() {
        String user = System.getProperty("user.name", "");
        return user.isBlank() ? NAME : user;
    }

    /** Reading a terminal takes a whole thread, so each question has one, which also hands the answer in. */
    @Override
    public AutoCloseable offer(PendingApproval pending) {
        Offer offer = new Offer(pending);
        offer.thread.start();
        return offer;
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

    private enum Phase {
        ASKING,
        HANDING_IN,
        TAKEN_AWAY
    }

    /** One question, from the wait for its turn until it is answered or taken away. */
    private final class Offer implements AutoCloseable {

        private final PendingApproval pending;
        private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.ASKING);
        private final Thread thread;

        Offer(PendingApproval pending) {
            this.pending = pending;
            this.thread =
                    Thread.ofPlatform().daemon().name("carabiner-terminal").unstarted(ChannelScope.carried(this::run));
        }

        private void run() {
            try {
                turn.lockInterruptibly();
                try {
                    if (pending.decision() == null) {
                        requireCalm();
                        show();
                    }
                } finally {
                    turn.unlock();
                }
            } catch (InterruptedException e) {
                // taken away before it was its turn
            } catch (Throwable e) { // of any kind: nothing above this thread would hear of it
                pending.failed(e);
            }
        }

        private void show() {
            screen.hold();
            Attributes before = terminal.enterRawMode();
            try {
                ask(new ApprovalDialog(terminal, screen.styles(), pending.request()));
            } finally {
                terminal.setAttributes(before);
                screen.release();
            }
        }

        private void ask(ApprovalDialog dialog) {
            try {
                String option = dialog.ask(moment);
                if (!phase.compareAndSet(Phase.ASKING, Phase.HANDING_IN)) {
                    throw new InterruptedException();
                }
                Receipt receipt =
                        pending.decide(option, person, pending.request().digest());
                dialog.answered(option, receipt);
                if (receipt instanceof Receipt.Refused(String why)) {
                    pending.failed(new IllegalStateException(why));
                }
            } catch (InterruptedException e) {
                dialog.over(pending.decision());
            } catch (RuntimeException e) {
                dialog.over(null);
                throw e;
            }
        }

        /** Waits until the menu is gone. An answer that is being handed in is not interrupted: the store has it. */
        @Override
        public void close() {
            if (phase.compareAndSet(Phase.ASKING, Phase.TAKEN_AWAY)) {
                thread.interrupt();
            }
            try {
                thread.join(CLEANING_UP);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
