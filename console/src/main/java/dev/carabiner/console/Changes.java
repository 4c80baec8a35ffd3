package dev.carabiner.console;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.StoredApproval;
import java.lang.System.Logger.Level;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at what waits, several times a second, and tells those who listen which requests have changed. What it tells is
 * a hint; who hears it reads the store.
 */
final class Changes implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Changes.class.getName());
    private static final long PAUSE_MILLIS = 200;
    private static final int MOST = 1_000;

    /**
     * One look at the store that differs from the one before.
     *
     * @param ids the requests that came, changed or ended; empty if the store cannot be read
     * @param problem null while the store can be read
     */
    record Change(
            long number,
            Set<String> ids,
            int waiting,
            @Nullable String problem) {}

    private final ApprovalStore store;
    private final Set<Consumer<Change>> listeners = new CopyOnWriteArraySet<>();
    private final Thread thread;
    private volatile boolean closed;
    private volatile Change last = new Change(0, Set.of(), 0, null);
    private final String boot = Secret.next().substring(0, 8);
    private final Deque<Change> history = new ConcurrentLinkedDeque<>();
    private Map<String, Integer> versions = new HashMap<>(); // of the thread

    Changes(ApprovalStore store) {
        this.store = store;
        this.thread = Thread.ofVirtual().name("carabiner-console-changes").start(this::run);
    }

    /** Has every change told on a thread of this object, until what is returned is closed. The listener must not wait. */
    AutoCloseable listen(Consumer<Change> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Names a change among all, also those of another start of the server. */
    String id(Change change) {
        return "#" + boot + "-" + change.number();
    }

    /** The changes behind the one with this id; null if it is not known any more. */
    @Nullable
    List<Change> after(String id) {
        List<Change> all = List.copyOf(history);
        for (int i = 0; i < all.size(); i++) {
            if (id(all.get(i)).equals(id)) {
                return all.subList(i + 1, all.size());
            }
        }
        return null;
    }

    Change last() {
        return last;
    }

    private void run() {
        while (!closed) {
            look();
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void look() {
        try {
            List<StoredApproval> waiting = store.pending(null, MOST);
            Map<String, Integer> now = new HashMap<>();
            waiting.forEach(each -> now.put(each.id(), ApprovalJson.version(each)));
            if (!now.equals(versions) || last.problem() != null) {
                Set<String> ids = new HashSet<>();
                now.forEach((id, version) -> {
                    if (!version.equals(versions.get(id))) {
                        ids.add(id);
                    }
                });
                versions.keySet().stream().filter(id -> !now.containsKey(id)).forEach(ids::add);
                versions = now;
                tell(new Change(last.number() + 1, Set.copyOf(ids), now.size(), null));
            }
        } catch (RuntimeException e) {
            if (last.problem() == null && !closed) {
                LOG.log(Level.WARNING, "What waits cannot be read: " + e.getMessage());
                tell(new Change(last.number() + 1, Set.of(), last.waiting(), "The store cannot be read"));
            }
        }
    }

    private void tell(Change change) {
        last = change;
        history.addLast(change);
        if (history.size() > MOST) {
            history.removeFirst();
        }
        listeners.forEach(each -> each.accept(change));
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
