package dev.carabiner.console.webhook;

import dev.carabiner.file.ExclusiveLock;
import dev.carabiner.file.FileProblem;
import dev.carabiner.file.LockedException;
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages on their way to all endpoints. Of several servers with one directory, one has this at a time: it holds a
 * lock, which the system gives back when the process dies.
 */
public final class Deliveries implements AutoCloseable {

    private final ExclusiveLock lock;
    private final DeliveryRecord record;
    private final WebhookSettings settings;
    private final List<EndpointQueue> queues;

    private Deliveries(ExclusiveLock lock, WebhookSettings settings) {
        this.lock = lock;
        this.settings = settings;
        this.record = new DeliveryRecord(settings.directory().resolve("delivered"));
        this.queues = settings.endpoints().stream()
                .map(it -> new EndpointQueue(it, settings, record))
                .toList();
    }

    /**
     * Begins to deliver.
     *
     * @return null if another server does
     * @throws WebhookException if the directory cannot be used
     */
    public static @Nullable Deliveries begin(WebhookSettings settings) {
        Path directory = settings.directory();
        try {
            PrivateFiles.makeDirectories(directory);
            ExclusiveLock lock = ExclusiveLock.take(directory.resolve("lock"), PrivateFiles.WRITE_ONLY);
            return new Deliveries(lock, settings);
        } catch (LockedException e) {
            return null;
        } catch (IOException e) {
            throw new WebhookException(
                    "Webhooks need the directory " + directory + " to keep what was delivered: "
                            + FileProblem.inWords(e),
                    e);
        }
    }

    /**
     * Takes a message for all endpoints that are told of its type; each message once, however often it is handed in, also
     * after a restart. Returns at once.
     *
     * @return whether nothing is left to do for it: each endpoint has it, or was tried often enough
     */
    public boolean offer(WebhookMessage message) {
        boolean settled = true;
        for (EndpointQueue queue : queues) {
            settled &= queue.offer(message) == EndpointQueue.State.SETTLED;
        }
        return settled;
    }

    /** Has a message not tried again, because another one says what has become of it. */
    public void outdate(WebhookMessage message) {
        queues.forEach(it -> it.outdate(message.id()));
    }

    /** The requests that were {@linkplain #opened opened} and not {@linkplain #closed closed}, also before a restart. */
    public List<String> open() {
        return record.open();
    }

    /** Keeps that the end of this request is still to be told. */
    public void opened(String request) {
        record.opened(request);
    }

    /** Keeps that nothing is left to be told of this request. */
    public void closed(String request) {
        record.closed(request);
    }

    /** Sends what can be sent at once, for a short time, and ends. What is lost by that is told after the next start. */
    @Override
    public void close() {
        queues.forEach(EndpointQueue::close);
        long deadline = System.nanoTime() + settings.timing().drain().toNanos();
        try {
            for (EndpointQueue queue : queues) {
                queue.awaitEnd(deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            lock.close();
        } catch (IOException e) {
            throw new WebhookException("The lock of webhooks could not be given back: " + FileProblem.inWords(e), e);
        }
    }
}
