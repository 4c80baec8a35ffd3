package dev.carabiner.cli.command;

import dev.carabiner.runtime.agent.Session;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.session.CancellationToken.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jline.terminal.Terminal;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C: once, and the running tool is the last one; twice, and it is stopped. A process that is told to end ends its
 * session first.
 */
final class Interruption implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final @Nullable Terminal terminal;
    private final Thread atExit = new Thread(this::endSession, "carabiner-exit");
    private final @Nullable Object signalsBefore;
    private final Thread starting = Thread.currentThread();
    private final AtomicInteger heard = new AtomicInteger();
    private volatile @Nullable Session session;

    Interruption(@Nullable Terminal terminal) {
        this.terminal = terminal;
        if (terminal == null) {
            signalsBefore = Signals.register("INT", this::heard);
        } else {
            signalsBefore = null;
            terminal.handle(Terminal.Signal.INT, signal -> heard());
        }
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** From now on it is this session that is stopped. */
    void stops(Session running) {
        heard.set(0);
        session = running;
    }

    private void heard() {
        Session running = session;
        if (running == null) {
            starting.interrupt(); // a hook of the beginning that does not return
            return;
        }
        Level level = heard.incrementAndGet() == 1 ? Level.GRACEFUL : Level.IMMEDIATE;
        Thread.ofVirtual().start(() -> running.cancel(level));
    }

    private void endSession() {
        Session running = session;
        if (running == null) {
            return;
        }
        Thread ending = Thread.ofPlatform().daemon().start(() -> {
            running.cancel(Level.IMMEDIATE);
            running.close(SessionStatus.USER_EXIT);
        });
        try {
            ending.join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        Session running = session;
        if (running != null) {
            running.close();
        }
        session = null;
        if (terminal == null && signalsBefore != null) {
            Signals.unregister("INT", signalsBefore);
        }
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // the process is on its way out, and the hook with it
        }
    }
}
