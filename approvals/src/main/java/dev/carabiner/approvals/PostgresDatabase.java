package dev.carabiner.approvals;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A database that many machines share. Its clock is the one that counts. The work is done on threads of its own: an
 * interrupt of the thread that asks would close the socket in the middle of a commit.
 */
final class PostgresDatabase implements Database {

    /** More at once only wait for each other. Those who decide never stand behind a thousand who look again. */
    private static final int WRITERS = 5;

    private static final int READERS = 3;

    private static final String CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

    private static final int TRIES = 6;

    /** The states of a transaction that lost a race and may be run again: serialization failure, deadlock. */
    private static final Set<String> AGAIN = Set.of("40001", "40P01");

    /** How long a server may be away before that is a failure: a standby that takes over needs a few seconds. */
    private static final long PATIENCE_NANOS = 20_000_000_000L;

    private static final long PAUSE_NANOS = 100_000_000;

    private final PostgresAddress address;
    private final HikariDataSource pool;
    private final ExecutorService writers;
    private final ExecutorService readers;
    private final PostgresWatch watch;

    PostgresDatabase(PostgresAddress address) {
        this.address = address;
        this.pool = connected(address);
        this.writers = threads("carabiner-approvals-write-", WRITERS);
        this.readers = threads("carabiner-approvals-read-", READERS);
        this.watch = new PostgresWatch(address);
        try {
            write(connection -> {
                try (PreparedStatement lock = connection.prepareStatement("SELECT pg_advisory_xact_lock(7117001)")) {
                    lock.execute();
                }
                Schema.migrate(connection);
                return true;
            });
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static HikariDataSource connected(PostgresAddress address) {
        try {
            return new HikariDataSource(settings(address));
        } catch (HikariPool.PoolInitializationException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new ApprovalStoreException(
                    "The approvals in " + address + " cannot be opened: " + cause.getMessage()
                            + " The place is session.approvals.store; the password, its password_file or the variable"
                            + " CARABINER_APPROVALS_PASSWORD",
                    e);
        }
    }

    private static ExecutorService threads(String name, int count) {
        return Executors.newFixedThreadPool(
                count, Thread.ofPlatform().daemon().name(name, 0).factory());
    }

    private static HikariConfig settings(PostgresAddress address) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(address.url());
        config.setDataSourceProperties(address.properties());
        config.setMaximumPoolSize(WRITERS + READERS);
        config.setMinimumIdle(1);
        config.setAutoCommit(false);
        config.setConnectionTimeout(10_000);
        config.setInitializationFailTimeout(10_000);
        config.setPoolName("carabiner-approvals");
        return config;
    }

    @Override
    public <T> T write(Work<T> work) {
        return elsewhere(writers, () -> transaction(work));
    }

    @Override
    public <T> T settle(Work<T> work) {
        return elsewhere(writers, () -> patiently(() -> transaction(work)));
    }

    @Override
    public <T> T read(Work<T> work) {
        return elsewhere(readers, () -> patiently(() -> seen(work)));
    }

    @Override
    public <T> void readLater(Work<T> work, Reader<T> answered) {
        requireOpen();
        readers.execute(() -> {
            try {
                answered.read(patiently(() -> seen(work)));
            } catch (Throwable e) { // of any kind: the one who waits has to hear of it
                answered.failed(e instanceof Error ? e : failure(e));
            }
        });
    }

    private void requireOpen() {
        if (readers.isShutdown()) {
            throw new ApprovalStoreException("The store of approvals is closed");
        }
    }

    @FunctionalInterface
    private interface Attempt<T> {
        T make() throws SQLException;
    }

    private <T> T patiently(Attempt<T> attempt) throws SQLException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            try {
                return attempt.make();
            } catch (SQLException e) {
                if (!isAway(e) || pool.isClosed() || System.nanoTime() - end > 0) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS + ThreadLocalRandom.current().nextLong(PAUSE_NANOS));
            }
        }
    }

    /** No connection, one that broke, a server that is going down or coming up, or one that is a standby by now. */
    private static boolean isAway(SQLException problem) {
        String state = String.valueOf(problem.getSQLState());
        return problem instanceof SQLTransientConnectionException
                || state.startsWith("08")
                || state.startsWith("57P")
                || state.equals("25006");
    }

    private <T> T transaction(Work<T> work) throws SQLException {
        return again(connection -> committed(connection, work));
    }

    /** Each statement by itself: it sees what is committed as it would within a transaction, without a round trip to end one. */
    private <T> T seen(Work<T> work) throws SQLException {
        return again(connection -> {
            connection.setAutoCommit(true); // until the pool has it back
            return work.run(connection);
        });
    }

    private <T> T again(Work<T> work) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = pool.getConnection()) {
                return work.run(connection);
            } catch (SQLException e) {
                if (attempt == TRIES || !AGAIN.contains(String.valueOf(e.getSQLState()))) {
                    throw e;
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1_000_000L << attempt));
            }
        }
    }

    private static <T> T committed(Connection connection, Work<T> work) throws SQLException {
        boolean done = false;
        try {
            T result = work.run(connection);
            connection.clearWarnings();
            connection.commit(); // unless the last statement has done so
            Database.requireNoWarning(connection.getWarnings());
            done = true;
            return result;
        } finally {
            if (!done) {
                connection.rollback();
            }
        }
    }

    /** Runs it on a thread that no caller can interrupt, and waits. */
    private <T> T elsewhere(ExecutorService threads, Callable<T> task) {
        Future<T> future = threads.submit(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw failure(Objects.requireNonNullElse(e.getCause(), e));
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private RuntimeException failure(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException own
                ? own
                : new ApprovalStoreException("The approvals in " + address + " failed: " + cause.getMessage(), cause);
    }

    @Override
    public String lockClause() {
        return " FOR UPDATE";
    }

    @Override
    public long now(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT " + CLOCK);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public Deadline deadline(long now, long timeout) {
        return new Deadline(now + timeout, "", 0);
    }

    @Override
    public long nanosLeft(Deadline deadline, long now) {
        return (deadline.expires() - now) * 1_000;
    }

    @Override
    public String nextExpression(String column) {
        return column.equals("ordinal") ? CLOCK : "0";
    }

    /** A select that locks stays a step of its own in every plan, so the clock is read when the lock is held. */
    @Override
    public String timed(String select) {
        return "WITH found AS MATERIALIZED (" + select + ") SELECT found.*, " + CLOCK + " AS time FROM found";
    }

    @Override
    public long timeOf(ResultSet row) throws SQLException {
        return row.getLong("time");
    }

    @Override
    public String announced(String update) {
        return "WITH announced AS (" + update + " RETURNING id) SELECT pg_notify('" + PostgresWatch.CHANNEL + "', "
                + PostgresWatch.PAYLOAD + ") FROM announced";
    }

    @Override
    public String last(String statement) {
        return statement + "; COMMIT";
    }

    @Override
    public void watch(Observer observer) {
        watch.begin(observer);
    }

    /** One connection that listens costs nothing while it is quiet. */
    @Override
    public void rest() {}

    @Override
    public void close() {
        watch.close();
        writers.shutdown();
        readers.shutdown();
        pool.close();
    }
}
