package dev.carabiner.console.webhook;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The messages for one endpoint, and the thread that sends them, one at a time. Handing in never waits: what finds it full
 * is left out, and that is said.
 */
final class EndpointQueue {

    static final int MOST_WAITING = 256;

    private static final System.Logger LOG = System.getLogger(EndpointQueue.class.getName());
    private static final int MOST_SETTLED = 10_000;

    /** What became of a message that was handed in. */
    enum State {
        /** It will be sent, or sent again. */
        WAITING,
        /** It was delivered, given up, or is none for this endpoint. */
        SETTLED,
        /** There is no room for it. */
        LEFT_OUT
    }

    /** A message before its next try. */
    private record Waiting(WebhookMessage message, int tried, long due, long number) {}

    private final WebhookEndpoint endpoint;
    private final WebhookSettings settings;
    private final DeliveryRecord record;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Waiting> waiting = new PriorityQueue<>(
            (a, b) -> a.due() == b.due() ? Long.compare(a.number(), b.number()) : Long.signum(a.due() - b.due()));
    private final Set<String> ids =
            new HashSet<>(); // of all that wait or are being sent; guarded by lock, as what follows
    private final Set<String> settled = new LinkedHashSet<>();
    private final Set<String> leftOut = new LinkedHashSet<>();
    private final Set<String> outdated = new HashSet<>();
    private long number;
    private boolean gone;
    private boolean closing;

    EndpointQueue(WebhookEndpoint endpoint, WebhookSettings settings, DeliveryRecord record) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.record = record;
        this.thread =
                Thread.ofVirtual().name("carabiner-webhooks-" + endpoint.name()).start(this::run);
    }

    /** Takes a message, once. Returns at once; never waits for the receiver. */
    State offer(WebhookMessage message) {
        lock.lock();
        try {
            if (gone || !endpoint.types().contains(message.type()) || settled.contains(message.id())) {
                return State.SETTLED;
            }
            if (ids.contains(message.id())) {
                return State.WAITING;
            }
            if (record.hasDelivered(endpoint, message)) {
                settle(message);
                return State.SETTLED;
            }
            if (closing || ids.size() >= MOST_WAITING) {
                leaveOut(message);
                return State.LEFT_OUT;
            }
            ids.add(message.id());
            add(new Waiting(message, 0, System.nanoTime(), ++number));
            return State.WAITING;
        } finally {
            lock.unlock();
        }
    }

    /** Has a message not tried again. What has not been tried at all is sent still, before what is handed in after this. */
    void outdate(String id) {
        lock.lock();
        try {
            Waiting again = waiting.stream()
                    .filter(it -> it.message().id().equals(id) && it.tried() > 0)
                    .findFirst()
                    .orElse(null);
            if (again != null) {
                waiting.remove(again);
                settle(again.message());
            } else if (ids.contains(id)) {
                outdated.add(id);
            }
        } finally {
            lock.unlock();
        }
    }

    private void add(Waiting next) {
        waiting.add(next);
        changed.signalAll();
    }

    private void leaveOut(WebhookMessage message) {
        if (leftOut.isEmpty()) {
            LOG.log(
                    Level.ERROR,
                    "The webhook " + endpoint + " is full: " + MOST_WAITING + " messages wait for it. "
                            + message.type().text() + " " + message.id()
                            + " is left out, and so are all further ones until there is room");
        }
        if (leftOut.size() < MOST_SETTLED) {
            leftOut.add(message.id());
        }
    }

    private void run() {
        try {
            for (Waiting next = next(); next != null; next = next()) {
                Attempt.Outcome outcome = new Attempt(endpoint, settings).send(next.message());
                take(next, outcome);
            }
        } catch (InterruptedException e) {
            // the end of the server has waited long enough
        }
    }

    /** Waits for what is due; null at the end. */
    private @Nullable Waiting next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                Waiting first = waiting.peek();
                long pause = first == null ? Long.MAX_VALUE : first.due() - System.nanoTime();
                if (pause <= 0) {
                    return waiting.poll();
                }
                if (closing) {
                    return null;
                }
                changed.await(pause, TimeUnit.NANOSECONDS);
            }
        } finally {
            lock.unlock();
        }
    }

    private void take(Waiting sent, Attempt.Outcome outcome) {
        WebhookMessage message = sent.message();
        if (outcome instanceof Attempt.Outcome.Delivered) {
            record.delivered(endpoint, message); // before it counts as settled, or a crash would tell of it again
        }
        lock.lock();
        try {
            switch (outcome) {
                case Attempt.Outcome.Delivered delivered -> settle(message);
                case Attempt.Outcome.Gone refused -> disable();
                case Attempt.Outcome.Failed(String why) -> failed(sent, why);
            }
            if (ids.size() <= MOST_WAITING / 2 && !leftOut.isEmpty()) {
                LOG.log(
                        Level.ERROR,
                        "The webhook " + endpoint + " has room again; " + count()
                                + " left out. Requests that still wait are told now");
                leftOut.clear();
            }
        } finally {
            lock.unlock();
        }
    }

    private String count() {
        int messages = leftOut.size();
        return (messages == MOST_SETTLED ? "at least " : "")
                + messages
                + (messages == 1 ? " message was" : " messages were");
    }

    private void failed(Waiting sent, String why) {
        WebhookMessage message = sent.message();
        List<Duration> pauses = settings.timing().pauses();
        String what = message.type().text() + " " + message.id() + " to the webhook " + endpoint;
        if (outdated.contains(message.id())) {
            LOG.log(Level.WARNING, what + " failed and is not tried again, as something newer is told: " + why);
            settle(message);
            return;
        }
        if (sent.tried() >= pauses.size()) {
            LOG.log(Level.ERROR, what + " was not delivered in " + (sent.tried() + 1) + " tries: " + why);
            settle(message);
            return;
        }
        Duration pause = pauses.get(sent.tried());
        Level level = sent.tried() == 0 ? Level.WARNING : Level.DEBUG;
        LOG.log(level, what + " failed, next try in " + pause.toMillis() + " ms: " + why);
        add(new Waiting(message, sent.tried() + 1, System.nanoTime() + pause.toNanos(), sent.number()));
    }

    private void settle(WebhookMessage message) {
        ids.remove(message.id());
        outdated.remove(message.id());
        settled.add(message.id());
        if (settled.size() > MOST_SETTLED) {
            settled.remove(settled.iterator().next());
        }
    }

    private void disable() {
        gone = true;
        waiting.clear();
        ids.clear();
        outdated.clear();
        LOG.log(
                Level.ERROR,
                "The webhook " + endpoint
                        + " answered 410 Gone and gets no more messages until the server starts again;"
                        + " take it out of the configuration, or correct its url");
    }

    /** Takes no more. What is due is sent still; what waits for another try is not. */
    void close() {
        lock.lock();
        try {
            closing = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the end of the thread until this {@code System.nanoTime()}, then interrupts it. */
    void awaitEnd(long deadline) throws InterruptedException {
        try {
            thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        } finally {
            thread.interrupt();
        }
        int unsent = unsent();
        if (unsent > 0) {
            LOG.log(
                    Level.WARNING,
                    "The webhook " + endpoint + ": " + unsent + " of its messages were not sent before the end");
        }
    }

    private int unsent() {
        lock.lock();
        try {
            return ids.size();
        } finally {
            lock.unlock();
        }
    }
}
