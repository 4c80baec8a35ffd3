package dev.carabiner.approvals;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The threads of this process that wait for a request. A wake-up is a hint; the row is the truth. */
final class Waiters {

    private final Map<String, Set<CountDownLatch>> waiting = new ConcurrentHashMap<>();

    /** From when this returns, no change is missed. The place must be given up by {@link Place#close}. */
    Place enter(String id) {
        Place place = new Place(id, new CountDownLatch(1));
        waiting.compute(id, (key, all) -> {
            Set<CountDownLatch> places = all == null ? ConcurrentHashMap.newKeySet(1) : all;
            places.add(place.woken);
            return places;
        });
        return place;
    }

    void wake(Collection<String> ids) {
        for (String id : ids) {
            Set<CountDownLatch> places = waiting.get(id);
            if (places != null) {
                places.forEach(CountDownLatch::countDown);
            }
        }
    }

    void wakeAll() {
        waiting.values().forEach(places -> places.forEach(CountDownLatch::countDown));
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** One thread's wait for the next change of one request. */
    final class Place implements AutoCloseable {

        private final String id;
        private final CountDownLatch woken;

        private Place(String id, CountDownLatch woken) {
            this.id = id;
            this.woken = woken;
        }

        /** Returns when the request may have changed, or after that time. */
        void await(Duration atMost) throws InterruptedException {
            boolean changed = woken.await(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS);
            if (!changed && Thread.interrupted()) {
                throw new InterruptedException(); // a wait of no time does not look at the flag
            }
        }

        @Override
        public void close() {
            waiting.computeIfPresent(id, (key, all) -> {
                all.remove(woken);
                return all.isEmpty() ? null : all;
            });
        }
    }
}
