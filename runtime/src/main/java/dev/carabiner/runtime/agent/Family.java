package dev.carabiner.runtime.agent;

import dev.carabiner.display.Throwables;
import dev.carabiner.engine.SessionException;
import dev.carabiner.runtime.store.SessionStatus;
import java.lang.System.Logger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A session's place among those it comes from and those that come out of it. */
final class Family {

    private static final Logger LOG = System.getLogger(Family.class.getName());

    private final @Nullable Family parent;
    private final int delegations;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Session> children = new LinkedHashSet<>();
    private boolean ending;

    private Family(@Nullable Family parent, int delegations) {
        this.parent = parent;
        this.delegations = delegations;
    }

    static Family root() {
        return new Family(null, 0);
    }

    Family fork() {
        return new Family(this, delegations);
    }

    Family subAgent() {
        return new Family(this, delegations + 1);
    }

    boolean isRoot() {
        return parent == null;
    }

    /** Whether this is it, or it is among those that this one comes from. */
    boolean comesFrom(Family other) {
        return this == other || (parent != null && parent.comesFrom(other));
    }

    /** How many sub-agents deep. */
    int delegations() {
        return delegations;
    }

    /** A child that comes after the end would have no hooks any more, so it does not come. */
    void add(Session child) {
        lock.lock();
        try {
            if (ending) {
                throw SessionException.failed(child.id(), "The session that this one belongs to is over", null);
            }
            children.add(child);
        } finally {
            lock.unlock();
        }
    }

    /** A child has ended by itself. */
    void left(Session child) {
        if (parent != null) {
            parent.lock.lock();
            try {
                parent.children.remove(child);
            } finally {
                parent.lock.unlock();
            }
        }
    }

    /** One that fails keeps neither the others nor its parent from their end. */
    void endChildren(SessionStatus end) {
        List<Session> open;
        lock.lock();
        try {
            ending = true;
            open = List.copyOf(children);
        } finally {
            lock.unlock();
        }
        for (Session child : open) {
            try {
                child.close(end);
            } catch (Throwable e) {
                Throwables.rethrowIfFatal(e);
                LOG.log(Logger.Level.WARNING, () -> "Session " + child.id() + " ended badly: " + Throwables.inWords(e));
            }
        }
    }
}
