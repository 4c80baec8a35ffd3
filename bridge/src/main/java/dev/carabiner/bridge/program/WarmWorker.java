package dev.carabiner.bridge.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.bridge.dialect.HookFailedException;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.process.LiveCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A program that stays alive between events. It is started when it is first needed, and again when it has died; several
 * requests may be on their way at once, each with an id that its answer repeats.
 */
final class WarmWorker implements AutoCloseable {

    private final Start start;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable WorkerTalk talk;
    private boolean closed;

    WarmWorker(Start start) {
        this.start = start;
    }

    /** Starts the program anew, as the session runs programs. */
    @FunctionalInterface
    interface Start {
        LiveCommand program() throws IOException;
    }

    /**
     * Waits for the answer.
     *
     * @throws HookFailedException if the worker dies, answers what is no result, or takes too long; one that has answered
     *     nothing at all in that time is ended, since it hangs
     */
    @Nullable
    HookResult ask(EventData document, Duration limit) throws IOException, InterruptedException {
        String id = UUID.randomUUID().toString();
        byte[] line = (EventDataJson.write(EventData.of("id", id).overlaidWith(document)) + "\n").getBytes(UTF_8);
        WorkerTalk current = talk();
        long heard = current.answers();
        CompletableFuture<EventData> answer = current.send(id, line);
        try {
            return HookDocument.result(answer.get(limit.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            if (current.answers() == heard) {
                current.end("it has answered nothing for " + limit.toMillis() + " ms");
            }
            throw new HookFailedException("it took longer than " + limit.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new HookFailedException(String.valueOf(cause.getMessage()), cause);
        } finally {
            current.forget(id);
        }
    }

    private WorkerTalk talk() throws IOException {
        lock.lock();
        try {
            if (closed) {
                throw new HookFailedException("the session has ended");
            }
            if (talk == null || talk.isOver()) {
                talk = WorkerTalk.start(start.program());
            }
            return talk;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (talk != null) {
                talk.end("the session has ended");
            }
        } finally {
            lock.unlock();
        }
    }
}
