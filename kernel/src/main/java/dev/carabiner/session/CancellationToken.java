package dev.carabiner.session;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Whether somebody wants the session to stop. It only ever goes up, and takes child sessions along. */
public final class CancellationToken {

    /** How urgently. */
    public enum Level {
        NONE,
        /** Finish what is running, begin nothing new. */
        GRACEFUL,
        /** Stop now. */
        IMMEDIATE
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final List<WeakReference<CancellationToken>> children = new ArrayList<>(); // a finished child may go
    private volatile Level level = Level.NONE;

    CancellationToken(@Nullable CancellationToken parent) {
        if (parent != null) {
            parent.adopt(this);
        }
    }

    public Level level() {
        return level;
    }

    public boolean requested() {
        return level != Level.NONE;
    }

    public void requestGraceful() {
        raiseTo(Level.GRACEFUL);
    }

    public void requestImmediate() {
        raiseTo(Level.IMMEDIATE);
    }

    /** Runs the action at each rise, on the thread that asks for it; at once if there has been one. Close it to forget it. */
    public Listening onRequest(Runnable action) {
        Objects.requireNonNull(action, "action");
        listeners.add(action);
        if (requested()) {
            action.run();
        }
        return () -> listeners.remove(action);
    }

    /** A listener's place. */
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    private void raiseTo(Level wanted) {
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
        listeners.forEach(Runnable::run);
        below.forEach(child -> child.raiseTo(wanted));
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
