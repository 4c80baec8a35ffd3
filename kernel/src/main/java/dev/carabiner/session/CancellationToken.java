package dev.carabiner.session;

import dev.carabiner.display.Throwables;
import java.lang.System.Logger;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Says whether the session was asked to stop, and how urgently. The level only rises, and the child sessions' level with
 * it. All methods may be called from any thread, and as often as one likes.
 */
public final class CancellationToken {

    /** How urgently. */
    public enum Level {
        NONE,
        /** Finish what is running, begin nothing new. */
        GRACEFUL,
        /** Stop now. */
        IMMEDIATE
    }

    private static final Logger LOG = System.getLogger(CancellationToken.class.getName());

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final List<WeakReference<CancellationToken>> children = new ArrayList<>(); // a finished child may go
    private volatile Level level = Level.NONE;

    CancellationToken(@Nullable CancellationToken parent) {
        if (parent != null) {
            parent.adopt(this);
        }
    }

    /** How urgently the session was asked to stop so far. */
    public Level level() {
        return level;
    }

    /** Whether the session was asked to stop at all. */
    public boolean requested() {
        return level != Level.NONE;
    }

    /**
     * Asks the session and its children to begin nothing new. Returns after the listeners have run, on this thread;
     * without effect if the level is as high already.
     */
    public void requestGraceful() {
        raiseTo(Level.GRACEFUL);
    }

    /**
     * Asks the session and its children to stop now. Returns after the listeners have run, on this thread; without
     * effect the second time.
     */
    public void requestImmediate() {
        raiseTo(Level.IMMEDIATE);
    }

    /** Runs the action at each rise, on the thread that asks for it; at once if there has been one. Close it to forget it. */
    public Listening onRequest(Runnable action) {
        Listener listener = new Listener(Objects.requireNonNull(action, "action"));
        listeners.add(listener);
        if (requested()) {
            listener.hear();
        }
        return listener;
    }

    /** A listener's place. */
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    private final class Listener implements Listening {

        private final Runnable action;

        Listener(Runnable action) {
            this.action = action;
        }

        /** One that throws is logged; the other listeners still run. */
        void hear() {
            try {
                action.run();
            } catch (Throwable e) {
                Throwables.rethrowIfFatal(e);
                String what = "A cancellation listener failed: " + Throwables.inWords(e);
                Throwables.log(LOG, Logger.Level.WARNING, what, e);
            }
        }

        @Override
        public void close() {
            listeners.remove(this);
        }
    }

    /** All child sessions are cancelled before the first listener runs. */
    private void raiseTo(Level wanted) {
        List<CancellationToken> raised = new ArrayList<>();
        raise(wanted, raised);
        raised.forEach(token -> token.listeners.forEach(Listener::hear));
    }

    private void raise(Level wanted, List<CancellationToken> raised) {
        List<CancellationToken> below = new ArrayList<>();
        lock.lock();
        try {
            if (wanted.compareTo(level) <= 0) {
                return;
            }
            level = wanted;
            for (WeakReference<CancellationToken> child : children) {
                CancellationToken alive = child.get();
                if (alive != null) {
                    below.add(alive);
                }
            }
        } finally {
            lock.unlock();
        }
        raised.add(this);
        below.forEach(child -> child.raise(wanted, raised));
    }

    private void adopt(CancellationToken child) {
        Level already;
        lock.lock();
        try {
            children.removeIf(reference -> reference.get() == null);
            children.add(new WeakReference<>(child));
            already = level;
        } finally {
            lock.unlock();
        }
        child.raiseTo(already);
    }
}
