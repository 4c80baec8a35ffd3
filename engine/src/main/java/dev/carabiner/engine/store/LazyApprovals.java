package dev.carabiner.engine.store;

import dev.carabiner.approval.ApprovalStore;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A store that is opened when it is first needed and closed when the last of those who might need it is gone. A session
 * in which no question comes up opens none.
 */
public final class LazyApprovals {

    private final StorePlace place;
    private final ApprovalStore store = new LazyApprovalStore(this);
    private final ReentrantLock lock = new ReentrantLock();
    private int users; // guarded by lock
    private @Nullable SharedApprovals open; // guarded by lock

    /** Opens nothing yet. */
    public LazyApprovals(StorePlace place) {
        this.place = place;
    }

    /** Where it is. */
    public StorePlace place() {
        return place;
    }

    /** The store; each call of it opens what is behind it, unless that is open. */
    public ApprovalStore store() {
        return store;
    }

    /**
     * What is behind it, now open.
     *
     * @throws RuntimeException if it cannot be opened; the next call tries again
     */
    public SharedApprovals opened() {
        lock.lock();
        try {
            if (open == null) {
                open = backend().open(place);
            }
            return open;
        } finally {
            lock.unlock();
        }
    }

    private ApprovalBackend backend() {
        return ServiceLoader.load(ApprovalBackend.class, ApprovalBackend.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The approvals in " + place
                        + " cannot be opened: dev.carabiner:carabiner-approvals is not on the class path"));
    }

    /** Whether a backend is installed. */
    public static boolean isInstalled() {
        return ServiceLoader.load(ApprovalBackend.class, ApprovalBackend.class.getClassLoader()).stream()
                .findAny()
                .isPresent();
    }

    /** One more user. Closing what this returns ends the use, once; with the last one, the store is closed. */
    public AutoCloseable entered() {
        lock.lock();
        try {
            users++;
        } finally {
            lock.unlock();
        }
        return new Use();
    }

    private void left() {
        SharedApprovals unused = null;
        lock.lock();
        try {
            users--;
            if (users == 0) {
                unused = open;
                open = null;
            }
        } finally {
            lock.unlock();
        }
        if (unused != null) {
            unused.close();
        }
    }

    private final class Use implements AutoCloseable {

        private final AtomicBoolean over = new AtomicBoolean();

        @Override
        public void close() {
            if (over.compareAndSet(false, true)) {
                left();
            }
        }
    }
}
