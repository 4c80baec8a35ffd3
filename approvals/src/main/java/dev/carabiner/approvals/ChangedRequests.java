package dev.carabiner.approvals;

import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approvals.ApprovalQueries.Look;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;

/**
 * Tells the threads that wait here what has changed. A request that has ended is told with its end: an end stays, so what
 * was committed, or read once, is what the thread would find by a look of its own, which takes longer.
 */
final class ChangedRequests implements Database.Observer {

    /** More at once are looked at by those who wait for them, several at a time. */
    private static final int LOOKS = 16;

    private final ApprovalQueries queries;
    private final Waiters<Look> waiters;

    ChangedRequests(ApprovalQueries queries, Waiters<Look> waiters) {
        this.queries = queries;
        this.waiters = waiters;
    }

    /** The request as this process has just committed it, or as it was read. */
    void tell(String id, Look look) {
        if (look.stored().state() == State.PENDING) {
            waiters.wake(id);
        } else {
            waiters.end(id, look);
        }
    }

    @Override
    public void changed(Collection<String> ids, Connection connection) throws SQLException {
        Collection<String> awaited = ids.stream().filter(waiters::isAwaited).toList();
        if (awaited.size() > LOOKS) {
            waiters.wake(awaited);
            return;
        }
        for (String id : awaited) {
            look(id, connection);
        }
    }

    private void look(String id, Connection connection) throws SQLException {
        try {
            queries.found(connection, id).ifPresent(look -> tell(id, look));
        } catch (RuntimeException e) {
            waiters.wake(id); // a row that cannot be read is told to the one who waits for it, by its own look
        }
    }

    @Override
    public void unsure() {
        waiters.wakeAll();
    }
}
