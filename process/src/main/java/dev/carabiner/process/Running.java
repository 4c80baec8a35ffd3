package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.process.Finished.Ending;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A program at work. The waiting thread itself takes the output away whenever there is some, and never waits in a read:
 * so no reader is left hanging when something keeps the output open, and an interruption is seen without waking a reader.
 */
final class Running implements AutoCloseable {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    /** Where there are thousands of processes, looking at them must not become the main work. */
    private static final int LOOKING_SHARE = 20;

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(1);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(20);
    private static final Duration TO_END_BY_ITSELF = Duration.ofMillis(150);

    private final Process process;
    private final CommandProcesses processes;
    private final KeptOutput kept;
    private final @Nullable SignedErrors errors;
    private final long deadline;
    private final String input;
    private final byte[] buffer = new byte[16 * 1024];

    private Running(Started started, Command command, @Nullable SignedErrors errors) {
        process = started.process();
        processes = started.processes();
        this.errors = errors;
        kept = new KeptOutput(command.mostOutput());
        deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(command.limit());
        input = command.input();
    }

    /** @param apart whether standard error is kept apart from the output */
    static Running start(Command command, boolean apart) throws IOException {
        SignedErrors errors = apart ? SignedErrors.upTo(command.mostOutput()) : null;
        return new Running(Started.of(command, errors, command.input().isEmpty()), command, errors);
    }

    /** Waits for the end and clears up. */
    Finished finish() throws IOException, InterruptedException {
        feed();
        Ending ending = await();
        if (ending == Ending.EXITED) {
            awaitStragglers();
        }
        int killed = processes.kill();
        int exitCode = exitCode();
        takeOutput();
        killed = processes.killed(killed);
        String output = kept.finish();
        if (errors == null) {
            return new Finished(exitCode, output, kept.truncated(), ending, killed);
        }
        String apart = errors.finish();
        return new Finished(exitCode, output, kept.truncated() || errors.truncated(), ending, killed, apart);
    }

    @Override
    public void close() {
        processes.kill();
        try {
            process.getInputStream().close();
            process.getErrorStream().close();
        } catch (IOException e) {
            System.getLogger(Running.class.getName())
                    .log(System.Logger.Level.DEBUG, "The output of process " + process.pid() + " is not closed", e);
        }
    }

    private Ending await() throws IOException, InterruptedException {
        long nextLook = System.nanoTime() + BETWEEN_LOOKS.toNanos();
        Duration wait = SHORTEST_WAIT;
        while (true) {
            wait = takeOutput() ? SHORTEST_WAIT : longer(wait);
            if (ended(Math.min(wait.toNanos(), deadline - System.nanoTime())) || processes.commandEnded()) {
                return Ending.EXITED;
            }
            long now = System.nanoTime();
            if (now - deadline >= 0) {
                return Ending.TIMED_OUT;
            }
            if (now - nextLook >= 0 || processes.isCrowded()) {
                Ending exceeded = processes.exceeded();
                if (exceeded != null) {
                    return exceeded;
                }
                long took = System.nanoTime() - now;
                nextLook = now + Math.max(BETWEEN_LOOKS.toNanos(), took * LOOKING_SHARE);
            }
        }
    }

    /** A shell does not wait for all that it starts, such as the far end of {@code >(…)}: what is ending was not left. */
    private void awaitStragglers() throws IOException, InterruptedException {
        long until = System.nanoTime() + TO_END_BY_ITSELF.toNanos();
        while (processes.left() > 0 && System.nanoTime() - until < 0) {
            takeOutput();
            Thread.sleep(5);
        }
    }

    private int exitCode() throws IOException, InterruptedException {
        if (!ended(Duration.ofSeconds(5).toNanos())) {
            throw new IOException("Process " + process.pid() + " cannot be killed");
        }
        return process.exitValue();
    }

    /** By the process itself: its future is completed on another thread first, which takes a while on a busy machine. */
    private boolean ended(long nanos) throws InterruptedException {
        return process.waitFor(Math.max(1, nanos), TimeUnit.NANOSECONDS);
    }

    private static Duration longer(Duration wait) {
        Duration twice = wait.multipliedBy(2);
        return twice.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : twice;
    }

    /** Whether there was some. At most a few megabytes at a time: the limits must be looked at in between. */
    private boolean takeOutput() throws IOException {
        InputStream output = process.getInputStream();
        int rounds = 0;
        int available = output.available();
        while (available > 0 && rounds++ < 256) {
            int read = output.read(buffer, 0, Math.min(available, buffer.length));
            if (read < 0) {
                break;
            }
            kept.add(buffer, read);
            available = output.available();
        }
        return takeErrors() || rounds > 0;
    }

    /** The keeper's own bytes are found among them. Without a keeper they are the command's alone. */
    private boolean takeErrors() throws IOException {
        if (errors == null) {
            return false;
        }
        InputStream stream = process.getErrorStream();
        int rounds = 0;
        while (stream.available() > 0 && rounds++ < 256) {
            errors.add(buffer, stream.read(buffer, 0, buffer.length));
        }
        return rounds > 0;
    }

    /** On a thread of its own, because a program that does not read would make this one wait. */
    private void feed() {
        if (input.isEmpty()) {
            return;
        }
        Thread.ofPlatform().daemon().name("input-of-" + process.pid()).start(() -> {
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(UTF_8));
            } catch (IOException e) {
                System.getLogger(Running.class.getName())
                        .log(System.Logger.Level.DEBUG, "Process " + process.pid() + " did not read its input");
            }
        });
    }
}
