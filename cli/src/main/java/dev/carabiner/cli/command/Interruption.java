package dev.carabiner.cli.command;

import dev.carabiner.runtime.agent.Session;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.session.CancellationToken.Level;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jline.terminal.Terminal;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C: once, and the running tool is the last one; twice, and it is stopped. If it does not stop within a few seconds, or
 * at the third time, the program ends without it. A process that is told to end ends its session first.
 */
final class Interruption implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(8);

    /** What is stopped, which may not heed it. */
    interface Stopped {

        void cancel(Level level);

        void end(SessionStatus status);

        /** By how it went. */
        void end();
    }

    private final @Nullable Terminal terminal;
    private final PrintStream err;
    private final Thread atExit = new Thread(this::endSession, "carabiner-exit");
    private final @Nullable Object signalsBefore;
    private final Thread starting = Thread.currentThread();
    private final AtomicInteger heard = new AtomicInteger();
    private volatile @Nullable Stopped session;

    /** @param err is told if the program ends without what runs */
    Interruption(@Nullable Terminal terminal, PrintStream err) {
        this.terminal = terminal;
        this.err = err;
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
        stops(new Stopped() {
            @Override
            public void cancel(Level level) {
                running.cancel(level);
            }

            @Override
            public void end(SessionStatus status) {
                running.close(status);
            }

            @Override
            public void end() {
                running.close();
            }
        });
    }

    void stops(Stopped running) {
        heard.set(0);
        session = running;
    }

    private void heard() {
        Stopped running = session;
        if (running == null) {
            starting.interrupt(); // a hook of the beginning that does not return
            return;
        }
        int times = heard.incrementAndGet();
        Level level = times == 1 ? Level.GRACEFUL : Level.IMMEDIATE;
        Thread.ofVirtual().start(() -> running.cancel(level));
        if (times > 1) {
            Duration wait = times == 2 ? PATIENCE : Duration.ZERO;
            Thread.ofPlatform().daemon().name("carabiner-stop").start(() -> endWithout(running, wait));
        }
    }

    /** By an exit, which no tool can hold up: one that waits where an interruption is not heard would wait for ever. */
    private void endWithout(Stopped running, Duration wait) {
        try {
            Thread.sleep(wait);
        } catch (InterruptedException e) {
            return;
        }
        if (running.equals(session) && heard.get() > 1) {
            err.println("carabiner: what runs does not stop; the program ends without it");
            Runtime.getRuntime().exit(ExitCode.FAILED);
        }
    }

    private void endSession() {
        Stopped running = session;
        if (running == null) {
            return;
        }
        Thread ending = Thread.ofPlatform().daemon().start(() -> {
            running.cancel(Level.IMMEDIATE);
            running.end(SessionStatus.USER_EXIT);
        });
        try {
            ending.join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        Stopped running = session;
        if (running != null) {
            running.end();
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
