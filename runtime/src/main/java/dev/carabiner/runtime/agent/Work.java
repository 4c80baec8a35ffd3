package dev.carabiner.runtime.agent;

import dev.carabiner.hook.Scope;
import dev.carabiner.hook.ScopeKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a session is busy with: its prompt, and the tools and hooks that run for it, on whatever threads, since it is a
 * part of the {@link Scope}. A thread in the middle of it cannot wait for its end, but can leave word what is to be done
 * then.
 */
final class Work {

    private static final ScopeKey<Work> CURRENT = ScopeKey.of("work", Work.class);

    private final Session session;
    private final @Nullable Work outer;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> afterwards = new ArrayList<>();
    private boolean over;

    private Work(Session session, @Nullable Work outer) {
        this.session = session;
        this.outer = outer;
    }

    /** This thread begins with it. It ends it, too. */
    static Work begin(Session session) {
        Work work = new Work(session, current());
        Scope.current().set(CURRENT, work);
        return work;
    }

    /** It is over; what has been left to be done is the caller's to do. */
    List<Runnable> end() {
        Scope.current().set(CURRENT, outer);
        lock.lock();
        try {
            over = true;
            return List.copyOf(afterwards);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Leaves something to be done when a session and those that came out of it are no longer busy with what this thread
     * is a part of.
     *
     * @return false if this thread is no part of anything like that, and may do it now
     */
    static boolean postpone(Session until, Runnable deed) {
        List<Work> inside = new ArrayList<>();
        for (Work work = current(); work != null; work = work.outer) {
            if (work.session.family().comesFrom(until.family())) {
                inside.addFirst(work); // the outermost waits for all the others
            }
        }
        return inside.stream().anyMatch(work -> work.postpone(deed));
    }

    /** Not if it is over already: a tool that was given up may still be running. */
    boolean postpone(Runnable deed) {
        lock.lock();
        try {
            return !over && afterwards.add(deed);
        } finally {
            lock.unlock();
        }
    }

    private static @Nullable Work current() {
        return Scope.current().get(CURRENT);
    }
}
