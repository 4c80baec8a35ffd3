package dev.carabiner.approvals;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Listens for the changes that others announce, on a connection of its own. When that was lost, changes may have been
 * missed: every waiting thread then looks again.
 */
final class PostgresWatch implements AutoCloseable {

    static final String CHANNEL = "carabiner_approvals";

    private static final System.Logger LOG = System.getLogger(PostgresWatch.class.getName());

    /** What is told of the row {@code id}. PostgreSQL takes 8,000 bytes; an id that may be longer is announced as "any". */
    static final String PAYLOAD = "CASE WHEN length(id) > 1000 THEN '' ELSE id END";

    private static final int HEARTBEAT_MILLIS = 5_000;
    private static final long RETRY_NANOS = 250_000_000;

    private final PostgresAddress address;
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch listening = new CountDownLatch(1);
    private @Nullable Thread thread;
    private volatile boolean closed;
    private boolean told; // of the thread: that the server is away

    PostgresWatch(PostgresAddress address) {
        this.address = address;
    }

    void begin(Database.Observer observer) {
        if (listening.getCount() == 0) {
            return;
        }
        lock.lock();
        try {
            if (thread == null) {
                thread = Thread.ofPlatform()
                        .daemon()
                        .name("carabiner-approvals-listen")
                        .start(() -> run(observer));
            }
        } finally {
            lock.unlock();
        }
    }

    private void run(Database.Observer observer) {
        while (!closed) {
            try (Connection connection = DriverManager.getConnection(address.url(), address.listening())) {
                listen(connection, observer);
            } catch (SQLException e) {
                if (!closed) {
                    LOG.log(
                            told ? Level.DEBUG : Level.WARNING,
                            "Decisions by others are noticed late: " + e.getMessage());
                    told = true;
                    LockSupport.parkNanos(RETRY_NANOS);
                }
            }
            observer.unsure();
        }
    }

    private void listen(Connection connection, Database.Observer observer) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + CHANNEL);
            listening.countDown();
            told = false;
            observer.unsure(); // what was changed before it listened
            PGConnection postgres = connection.unwrap(PGConnection.class);
            while (!closed) {
                PGNotification[] news = postgres.getNotifications(HEARTBEAT_MILLIS);
                if (news == null || news.length == 0) {
                    statement.execute("SELECT 1"); // fails when the connection is gone
                } else {
                    tell(news, connection, observer);
                }
            }
        }
    }

    private static void tell(PGNotification[] news, Connection connection, Database.Observer observer)
            throws SQLException {
        Set<String> ids = new LinkedHashSet<>();
        for (PGNotification one : news) {
            if (one.getParameter().isEmpty()) {
                observer.unsure();
            } else {
                ids.add(SqlText.decoded(one.getParameter()));
            }
        }
        observer.changed(ids, connection);
    }

    /** Ends the thread at its next heartbeat. */
    @Override
    public void close() {
        closed = true;
    }
}
