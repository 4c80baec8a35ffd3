package dev.carabiner.audit.log;

import java.io.IOException;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The digests of long values that the log holds, so that none is written twice. What an earlier opening of the log has
 * written is looked up when the first long value comes. Any thread may ask; only the thread that gives records their
 * numbers may add.
 */
final class WrittenValues {

    /** Beyond this the oldest are forgotten, and would be written once more. */
    private static final int MOST = 65_536;

    private static final Logger LOG = System.getLogger(FileAuditLog.class.getName());

    /** Finds the digests that are in the log from before. */
    @FunctionalInterface
    interface Earlier {
        Set<String> digests(int most) throws IOException;
    }

    private final Set<String> digests = ConcurrentHashMap.newKeySet();
    private final Deque<String> oldestFirst = new ArrayDeque<>();
    private final ReentrantLock looking = new ReentrantLock();
    private volatile @Nullable Earlier earlier;
    private Set<String> before = Set.of();

    WrittenValues(Earlier earlier) {
        this.earlier = earlier;
    }

    /** For a log that is being made, or for records that hold nothing long. */
    static WrittenValues none() {
        return new WrittenValues(most -> Set.of());
    }

    boolean contains(String digest) {
        return digests.contains(digest) || beforeThisOpening().contains(digest);
    }

    /** Returns whether it was not there. */
    boolean add(String digest) {
        if (contains(digest)) {
            return false;
        }
        digests.add(digest);
        oldestFirst.add(digest);
        if (oldestFirst.size() > MOST) {
            digests.remove(oldestFirst.remove());
        }
        return true;
    }

    private Set<String> beforeThisOpening() {
        if (earlier == null) {
            return before;
        }
        looking.lock();
        try {
            Earlier unread = earlier;
            if (unread != null) {
                before = unread.digests(MOST);
                earlier = null;
            }
        } catch (IOException e) { // then they are written once more
            LOG.log(Logger.Level.WARNING, "The long values of an audit log could not be looked up", e);
            earlier = null;
        } finally {
            looking.unlock();
        }
        return before;
    }
}
