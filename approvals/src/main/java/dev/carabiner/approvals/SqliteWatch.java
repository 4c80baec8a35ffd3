package dev.carabiner.approvals;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Notices what other processes changed, while a thread waits: it asks SQLite every five milliseconds whether another
 * connection has committed, which costs microseconds, and only then which requests have changed. A file watch or a
 * socket would be slower at its worst, and leaves files behind.
 */
final class SqliteWatch implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(SqliteWatch.class.getName());
    private static final long PAUSE_NANOS = 5_000_000;

    /** Opens the connection of the watch. */
    @FunctionalInterface
    interface Opening {
        Connection open() throws SQLException;
    }

    private final Opening opening;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wanted = lock.newCondition();
    private @Nullable Thread thread;
    private volatile boolean active;
    private volatile boolean closed;

    SqliteWatch(Opening opening) {
        this.opening = opening;
    }

    void begin(Database.Observer observer) {
        if (active) {
            return;
        }
        lock.lock();
        try {
            if (closed) {
                throw new ApprovalStoreException("The store of approvals is closed");
            }
            active = true;
            wanted.signalAll();
            if (thread == null) {
                thread = Thread.ofPlatform()
                        .daemon()
                        .name("carabiner-approvals-watch")
                        .start(() -> run(observer));
            }
        } finally {
            lock.unlock();
        }
    }

    void rest() {
        active = false;
    }

    private void run(Database.Observer observer) {
        while (!closed) {
            try (Connection connection = opening.open()) {
                follow(connection, observer);
            } catch (SQLException e) {
                LOG.log(Level.WARNING, "Decisions by other processes are noticed late: " + e.getMessage());
                observer.unsure();
                LockSupport.parkNanos(100 * PAUSE_NANOS);
            }
        }
    }

    private void follow(Connection connection, Database.Observer observer) throws SQLException {
        long version = -1;
        long seen = -1;
        try (PreparedStatement ask = connection.prepareStatement("PRAGMA data_version");
                PreparedStatement which = connection.prepareStatement(
                        "SELECT id, changed FROM approvals WHERE changed > ? ORDER BY changed");
                PreparedStatement last =
                        connection.prepareStatement("SELECT coalesce(max(changed), 0) FROM approvals")) {
            while (!closed) {
                awaitWanted();
                long now = number(ask);
                if (seen < 0) {
                    seen = number(last);
                    observer.unsure(); // what was changed before this first look
                } else if (now != version) {
                    List<String> ids = new ArrayList<>();
                    seen = changedSince(which, seen, ids);
                    observer.changed(ids, connection);
                }
                version = now;
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void awaitWanted() {
        if (active) {
            return;
        }
        lock.lock();
        try {
            while (!active && !closed) {
                wanted.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Adds the ids of the requests that changed after this count; returns the count of the last one. */
    private static long changedSince(PreparedStatement which, long seen, List<String> ids) throws SQLException {
        long last = seen;
        which.setLong(1, seen);
        try (ResultSet rows = which.executeQuery()) {
            while (rows.next()) {
                ids.add(SqlText.decoded(rows.getString(1)));
                last = rows.getLong(2);
            }
        }
        return last;
    }

    private static long number(PreparedStatement ask) throws SQLException {
        try (ResultSet row = ask.executeQuery()) {
            return row.next() ? row.getLong(1) : -1;
        }
    }

    /** Ends the thread, and returns when it has let go of the file. */
    @Override
    public void close() {
        Thread running;
        lock.lock();
        try {
            closed = true;
            wanted.signalAll();
            running = thread;
        } finally {
            lock.unlock();
        }
        if (running != null) {
            LockSupport.unpark(running);
            joined(running);
        }
    }

    /** Waits also where this thread is interrupted, whose flag stays set. */
    private static void joined(Thread running) {
        boolean interrupted = false;
        while (running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
