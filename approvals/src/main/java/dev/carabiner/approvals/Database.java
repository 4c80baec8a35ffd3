package dev.carabiner.approvals;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What differs between the engines. Every method may be called by any thread, an interrupted one too, whose flag stays
 * set.
 */
sealed interface Database extends AutoCloseable permits SqliteDatabase, PostgresDatabase {

    /** What is done with a connection; it closes its own statements. */
    @FunctionalInterface
    interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /**
     * Runs the work in one transaction that sees all acknowledged changes. When this returns, the effect is durable.
     *
     * @throws ApprovalStoreException if that is not certain
     */
    <T> T write(Work<T> work);

    /**
     * Runs the work as {@link #write} does. It comes to the same when it is done twice: where the server is away for a
     * moment, or went away before it said that it has committed, it is done again.
     *
     * @throws ApprovalStoreException if the server stays away, or the effect is not certain for another reason
     */
    <T> T settle(Work<T> work);

    /** Runs work that changes nothing; where the server is away for a moment, it is done again. */
    <T> T read(Work<T> work);

    /** Who is told the result of {@link #readLater}; one of the two is called, once. */
    interface Reader<T> {
        void read(T result);

        void failed(Throwable problem);
    }

    /** Runs work that changes nothing, here or on a thread of the database, and tells its result there. */
    <T> void readLater(Work<T> work, Reader<T> reader);

    /** Appended to the select of a row that is about to be changed, so that others wait for the end of this transaction. */
    String lockClause();

    /** The time by the database's clock, in microseconds since 1970. */
    long now(Connection connection) throws SQLException;

    /** The clock by which a new request's time is measured. */
    Deadline deadline(long now, long timeout);

    /** How long a request has left; zero or less when its time is over. */
    long nanosLeft(Deadline deadline, long now);

    /** The next value of a counter: the largest in that column and one more, or 0 where the engine needs none. */
    String nextExpression(String column);

    /**
     * The select with one column more, the time by the database's clock after the row was found and locked: asking for it
     * in a statement of its own would take another round trip while a decision is waited for.
     */
    String timed(String select);

    /** The time of a row of such a select, in microseconds since 1970. */
    long timeOf(ResultSet row) throws SQLException;

    /** The update of a request as a statement that also has the other processes told, when its transaction commits. */
    String announced(String update);

    /**
     * The statement, and with it the end of its transaction, where a commit of its own would take another round trip. What
     * the commit warns of is a warning of the statement.
     */
    String last(String statement);

    /** A warning of a commit says that a standby did not confirm it: it is kept here, and perhaps nowhere else. */
    static void requireNoWarning(@Nullable SQLWarning warning) throws SQLException {
        if (warning != null) {
            throw new SQLException("The commit came back with a warning: " + warning.getMessage());
        }
    }

    /** Who is told of changes by other processes, on a thread of the watch. */
    interface Observer {

        /**
         * These requests have changed. The connection is the watch's own: a look through it sees what has changed, and
         * takes neither another thread nor another connection.
         */
        void changed(Collection<String> ids, Connection connection) throws SQLException;

        /** Changes may have been missed. */
        void unsure();
    }

    /** Begins to watch for changes by other processes, if this has not begun yet; returns when it watches. */
    void watch(Observer observer);

    /** Called when no thread waits any more; the watch may rest until the next {@link #watch}. */
    void rest();

    @Override
    void close();
}
