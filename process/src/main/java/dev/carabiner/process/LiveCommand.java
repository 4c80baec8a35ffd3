package dev.carabiner.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A program that stays alive and is talked to. Closing it ends the program and all that it started, as {@link Command#run}
 * does; if the JVM is killed, it is ended a moment later. What it writes to standard error is taken away by a thread of its
 * own, and the beginning and the end of it are kept.
 *
 * <p>Any thread may use it; one at a time may read, and one may write.
 */
public final class LiveCommand implements AutoCloseable {

    private static final Logger LOG = System.getLogger(LiveCommand.class.getName());
    private static final Duration TO_TAKE_THE_REST = Duration.ofSeconds(1);

    private final Process process;
    private final CommandProcesses processes;
    private final SignedErrors errors;
    private final Thread listener;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean ended;

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
     * @return what it had written to standard error; the middle is left out, saying so, if it was too much. Nothing the
     *     second time
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
            return whole ? errors.finish() : "";
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        end();
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
