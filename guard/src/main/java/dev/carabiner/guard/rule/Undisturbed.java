package dev.carabiner.guard.rule;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs file work on a thread that nobody can interrupt, because an interrupt closes a file channel in the middle of
 * whatever is being done with it. The caller waits; an interrupt of the caller is kept for afterwards.
 */
final class Undisturbed {

    private Undisturbed() {}

    static <T> T call(String purpose, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofVirtual().name("carabiner-rules").start(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw unwrapped(purpose, Objects.requireNonNull(e.getCause()));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException unwrapped(String purpose, Throwable cause) {
        return switch (cause) {
            case RuntimeException problem -> problem;
            case IOException problem -> new RuleStoreException("Cannot " + purpose + ": " + problem, problem);
            case Error error -> throw error;
            default -> new RuleStoreException("Cannot " + purpose, cause);
        };
    }
}
