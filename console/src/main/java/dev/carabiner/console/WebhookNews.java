package dev.carabiner.console;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.console.webhook.Deliveries;
import dev.carabiner.console.webhook.WebhookEndpoint;
import dev.carabiner.console.webhook.WebhookMessage;
import dev.carabiner.console.webhook.WebhookSettings;
import dev.carabiner.display.Throwables;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells webhooks what this server knows: it looks at the store, when something has changed there and once a second, and
 * hands over whatever is to be told. A message that was handed over before is not sent again, so each look begins from what
 * is there, and the first one after a restart is like any other. While another server of this user tells, this one waits
 * for its end.
 */
final class WebhookNews implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(WebhookNews.class.getName());
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final int MOST = 1_000;

    /** A request that is not told to its end: null as long as it waits, then how it ended. */
    private final Map<String, @Nullable WebhookMessage> open = new LinkedHashMap<>(); // of the thread

    private final ApprovalStore store;
    private final WebhookSettings settings;
    private final WebhookTexts texts;
    private final GuardTroubles troubles;
    private final Supplier<Map<String, Instant>> tampered;
    private final Queue<WebhookMessage> found = new ArrayBlockingQueue<>(MOST);
    private final Semaphore wake = new Semaphore(0);
    private final Thread thread;
    private volatile @Nullable Deliveries deliveries;
    private volatile boolean closed;
    private boolean complained; // of the thread

    /**
     * Begins at once.
     *
     * @param tampered the sessions whose logs were found changed, and when that was found
     * @throws dev.carabiner.console.webhook.WebhookException if what was delivered cannot be kept
     */
    WebhookNews(
            ApprovalStore store,
            WebhookSettings settings,
            WebhookTexts texts,
            Supplier<Map<String, Instant>> tampered) {
        this.store = store;
        this.settings = settings;
        this.texts = texts;
        this.troubles = new GuardTroubles(texts, Instant.now());
        this.tampered = tampered;
        begin();
        this.thread = Thread.ofVirtual().name("carabiner-console-webhooks").start(this::run);
    }

    List<WebhookEndpoint> endpoints() {
        return settings.endpoints();
    }

    /** Whether this server sends, and not another one of this user. */
    boolean sends() {
        return deliveries != null;
    }

    private boolean begin() {
        Deliveries begun = Deliveries.begin(settings);
        if (begun != null) {
            begun.open().forEach(id -> open.put(id, null));
        }
        deliveries = begun;
        return begun != null;
    }

    /** Takes a record of a log. Never waits. */
    void take(LogRecord record) {
        Deliveries sending = deliveries;
        if (sending == null) {
            return; // the server that sends reads it too
        }
        for (WebhookMessage message : troubles.in(record)) {
            if (!found.offer(message)) {
                LOG.log(Level.ERROR, message.type().text() + " " + message.id() + " is left out: too many at once");
            }
        }
        wake();
    }

    /** Has it look now. Never waits. */
    void wake() {
        wake.release();
    }

    private void run() {
        try {
            while (!closed) {
                lookOrComplain();
                wake.tryAcquire(LOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS);
                wake.drainPermits();
            }
            lookOrComplain(); // a run ends right after its last answer
        } catch (InterruptedException e) {
            // the server has waited long enough for the last look
        }
    }

    private void lookOrComplain() {
        try {
            if (sends() || (!closed && begin())) {
                look();
            }
            complained = false;
        } catch (RuntimeException e) {
            complain(e);
        }
    }

    private void complain(RuntimeException e) {
        if (!complained) {
            complained = true;
            LOG.log(Level.WARNING, "Webhooks cannot be told what there is: " + Throwables.inWords(e));
        }
    }

    private void look() {
        Deliveries to = Objects.requireNonNull(deliveries);
        for (WebhookMessage message = found.poll(); message != null; message = found.poll()) {
            to.offer(message);
        }
        tampered.get().forEach((session, when) -> to.offer(texts.tampered(session, when)));
        Set<String> pending = new HashSet<>();
        for (StoredApproval each : store.pending(null, MOST)) {
            pending.add(each.id());
            if (!open.containsKey(each.id())) {
                open.put(each.id(), null);
                to.opened(each.id());
            }
            to.offer(texts.required(each));
        }
        List<String> rest = new ArrayList<>(open.keySet());
        rest.removeAll(pending);
        rest.forEach(id -> ended(id, to));
    }

    private void ended(String id, Deliveries to) {
        WebhookMessage message = open.get(id);
        if (message == null) {
            StoredApproval stored = store.read(id);
            if (stored != null && stored.state() == State.PENDING) {
                return; // there are more that wait than are looked at
            }
            if (stored != null) {
                to.outdate(texts.required(stored)); // or an hour later it would be told that it waits
                message = texts.ended(stored);
            }
            open.put(id, message);
        }
        if (message == null || to.offer(message)) {
            open.remove(id);
            to.closed(id);
        }
    }

    /** Ends. What can be sent at once is sent, for a short time. A second time does nothing. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        wake();
        try {
            thread.join(settings.timing().drain()); // the store may be away
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
        Deliveries sending = deliveries;
        if (sending != null) {
            sending.close();
        }
    }
}
