package dev.carabiner.console;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets so many requests do something costly at the same time. Another one waits for a moment, and is then sent away to come
 * again.
 */
final class RequestLimit {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int AGAIN_AFTER_SECONDS = 2;

    /** A request that is let in takes its place until this is closed, by whatever thread. */
    interface Place extends AutoCloseable {

        @Override
        void close();
    }

    private final Semaphore places;
    private final String tooMany;

    private RequestLimit(int most, String doing) {
        this.places = new Semaphore(most, true);
        this.tooMany = most + " requests " + doing + " already; ask again";
    }

    /** Each may read tens of megabytes. */
    static RequestLimit ofLogReaders() {
        return new RequestLimit(4, "read logs");
    }

    /** Each calls all hooks of an event, once without each of them. */
    static RequestLimit ofExplanations() {
        return new RequestLimit(2, "have the hooks asked");
    }

    /**
     * Waits for a place, two seconds at most.
     *
     * @throws Problem if there is none by then
     */
    Place enter() {
        boolean isIn = false;
        try {
            isIn = places.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!isIn) {
            throw Problem.busy(tooMany, AGAIN_AFTER_SECONDS);
        }
        return places::release;
    }
}
