package dev.carabiner.examples.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A program to be run once: no shell, no input, no environment but the one given, and no longer than the limit. One that
 * is stopped takes what it started along, as far as it can be told by its parent.
 *
 * <p>It is here because the kernel runs no programs: these examples are for a host that mounts the kernel alone, and this
 * is enough for a linter or git. Whoever takes the runtime has a command there that ends what was left behind, too.
 */
public record Command(List<String> words, Path directory, Map<String, String> environment, Duration limit) {

    private static final int MOST_OUTPUT = 256 * 1024;
    private static final Duration LAST_OUTPUT = Duration.ofSeconds(2);

    /** What was written to both streams, up to a limit. */
    public record Finished(int exitCode, String output) {}

    public Command {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /**
     * Waits for the program's end.
     *
     * @throws IOException if it cannot be started
     * @throws TimeoutException if it took longer than the limit, or left something behind that still holds its output
     */
    public Finished run() throws IOException, InterruptedException, TimeoutException {
        Process process = start();
        FutureTask<String> output = new FutureTask<>(() -> keep(process.getInputStream()));
        Thread.ofVirtual().name("output-of-" + process.pid()).start(output);
        try {
            if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException(words.getFirst() + " was stopped after " + limit.toMillis() + " ms");
            }
            return new Finished(process.exitValue(), output.get(LAST_OUTPUT.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            throw new IOException("The output of " + words.getFirst() + " cannot be read", e.getCause());
        } finally {
            kill(process);
        }
    }

    private Process start() throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().clear(); // whatever secrets this JVM was given, they are not for its helpers
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    /** Reads to the end, so that the program never waits for its reader, and keeps the beginning. */
    private static String keep(InputStream output) throws IOException {
        byte[] kept = output.readNBytes(MOST_OUTPUT);
        output.transferTo(OutputStream.nullOutputStream());
        return new String(kept, UTF_8);
    }

    private static void kill(Process process) {
        try (Stream<ProcessHandle> descendants = process.descendants()) {
            List<ProcessHandle> tree = descendants.toList();
            process.destroyForcibly();
            tree.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
