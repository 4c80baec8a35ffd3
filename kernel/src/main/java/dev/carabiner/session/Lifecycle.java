package dev.carabiner.session;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Whether the session goes on. Its end is told to the questions that wait, and to the child sessions. */
final class Lifecycle {

    static final String ENDED = "The session has ended";

    private final ReentrantLock lock = new ReentrantLock();
    private final List<WeakReference<Lifecycle>> children = new ArrayList<>(); // a finished child may go
    private final Set<Asking> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    Lifecycle(@Nullable Lifecycle parent) {
        if (parent != null) {
            parent.adopt(this);
        }
    }

    boolean isEnded() {
        return ended;
    }

    /** The whole family has ended before any question is told. Returns when all of them have been. */
    void end() {
        List<Lifecycle> family = new ArrayList<>();
        mark(family);
        family.forEach(one -> one.waiting.forEach(Asking::sessionEnded));
    }

    /** From now on the question hears of the end, and at once if that has been. */
    void opened(Asking asking) {
        waiting.add(asking);
        if (ended) {
            asking.sessionEnded();
        }
    }

    void closed(Asking asking) {
        waiting.remove(asking);
    }

    private void mark(List<Lifecycle> family) {
        List<Lifecycle> below = new ArrayList<>();
        lock.lock();
        try {
            if (ended) {
                return;
            }
            ended = true;
            for (WeakReference<Lifecycle> child : children) {
                Lifecycle alive = child.get();
                if (alive != null) {
                    below.add(alive);
                }
            }
        } finally {
            lock.unlock();
        }
        family.add(this);
        below.forEach(child -> child.mark(family));
    }

    private void adopt(Lifecycle child) {
        lock.lock();
        try {
            children.removeIf(reference -> reference.get() == null);
            children.add(new WeakReference<>(child));
            child.ended = ended;
        } finally {
            lock.unlock();
        }
    }
}
