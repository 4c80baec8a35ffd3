package dev.carabiner.process;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * Starts processes on one thread that lives as long as this JVM. A confined command asks the system to be ended with its
 * parent, and that is the thread that started it: a thread of a pool may end at any time.
 */
final class ProcessStarter {

    private static final Executor THREAD = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("process-starter").factory());

    private ProcessStarter() {}

    /** Waits until it has been started, also when interrupted: nothing is started that the caller does not know of. */
    static Process start(ProcessBuilder builder) throws IOException {
        CompletableFuture<Process> started = new CompletableFuture<>();
        THREAD.execute(() -> {
            try {
                started.complete(builder.start());
            } catch (IOException | RuntimeException e) {
                started.completeExceptionally(e);
            }
        });
        try {
            return started.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw new IOException(cause.getMessage(), cause);
            }
            throw e;
        }
    }
}
