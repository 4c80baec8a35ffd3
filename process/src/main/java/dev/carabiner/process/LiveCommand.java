package dev.carabiner.process;

import dev.carabiner.process.Finished.Ending;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A program that stays alive and is talked to. Closing it ends the program and all that it started, as {@link Command#run}
 * does, and so does exceeding a limit; if the JVM is killed, it is ended a moment later. What it writes to standard error is taken away by a thread of its
 * own, and the beginning and the end of it are kept.
 *
 * <p>Any thread may use it; one at a time may read, and one may write.
 */
public final class LiveCommand implements AutoCloseable {

    private static final Logger LOG = System.getLogger(LiveCommand.class.getName());
    private static final Duration TO_TAKE_THE_REST = Duration.ofSeconds(1);

    /** It may live for hours: most of the time only the number of all processes is asked for, which is quick. */
    private static final Duration BETWEEN_GLANCES = Duration.ofMillis(250);

    private static final int GLANCES_FOR_A_LOOK = 8;

    private final Process process;
    private final CommandProcesses processes;
    private final SignedErrors errors;
    private final Thread listener;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean ended;
    private @Nullable Ending exceeded;

    private LiveCommand(Started started, SignedErrors errors) {
        process = started.process();
        processes = started.processes();
        this.errors = errors;
        listener =
                Thread.ofPlatform().daemon().name("errors-of-" + process.pid()).unstarted(this::listen);
    }

    static LiveCommand start(Command command) throws IOException {
        SignedErrors errors = SignedErrors.upTo(command.mostOutput());
        LiveCommand live = new LiveCommand(Started.of(command, errors, false), errors);
        live.listener.start();
        Thread.ofPlatform().daemon().name("limits-of-" + live.process.pid()).start(live::watchLimits);
        return live;
    }

    /** What it reads. Writing waits when it does not read. */
    public OutputStream input() {
        return process.getOutputStream();
    }

    /** What it writes. Reading waits, and ends when the program has ended or this is closed. */
    public InputStream output() {
        return process.getInputStream();
    }

    /** Whether the program, or something that it started, still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Ends it and waits until it has ended.
     *
     * @return what it had written to standard error; the middle is left out, saying so, if it was too much. If it was ended
     *     before because it had exceeded a limit, that stands behind it. Nothing the second time
     */
    public String end() {
        lock.lock();
        try {
            if (ended) {
                return "";
            }
            ended = true;
            processes.kill();
            closeStreams();
            boolean interrupted = Thread.interrupted();
            boolean whole = joined();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return (whole ? errors.finish() : "") + reason();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        end();
    }

    private String reason() {
        return exceeded == null
                ? ""
                : switch (exceeded) {
                    case TOO_MANY_PROCESSES -> "[stopped because it started too many processes]";
                    case TOO_MUCH_MEMORY -> "[stopped because it took too much memory]";
                    case TOO_MUCH_WRITTEN -> "[stopped because it wrote too much]";
                    case EXITED, TIMED_OUT -> "";
                };
    }

    private void watchLimits() {
        try {
            for (int glance = 1; !process.waitFor(BETWEEN_GLANCES.toMillis(), TimeUnit.MILLISECONDS); glance++) {
                if (processes.isCrowded() || glance % GLANCES_FOR_A_LOOK == 0) {
                    look();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        lock.lock();
        try {
            exceeded = ended || exceeded != null ? exceeded : processes.exceeded();
            if (exceeded != null && !ended) {
                processes.kill();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean joined() {
        try {
            boolean gone = process.waitFor(TO_TAKE_THE_REST.toMillis(), TimeUnit.MILLISECONDS);
            return listener.join(TO_TAKE_THE_REST) && gone;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void closeStreams() {
        try {
            process.getInputStream().close();
            process.getOutputStream().close();
        } catch (IOException e) {
            LOG.log(Logger.Level.DEBUG, () -> "Process " + process.pid() + " ended before all was said: " + e);
        }
    }

    private void listen() {
        byte[] buffer = new byte[4096];
        try (InputStream said = process.getErrorStream()) {
            for (int read = said.read(buffer); read >= 0; read = said.read(buffer)) {
                errors.add(buffer, read);
            }
        } catch (IOException e) {
            LOG.log(Logger.Level.DEBUG, () -> "The errors of process " + process.pid() + " end: " + e);
        }
    }
}
