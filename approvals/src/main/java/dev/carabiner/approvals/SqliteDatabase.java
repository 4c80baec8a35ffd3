package dev.carabiner.approvals;

import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

/**
 * A database in a file of this user, shared by all processes of the machine. Every commit is forced to the disk. One
 * thread of the process writes at a time, and one reads.
 */
final class SqliteDatabase implements Database {

    private static final System.Logger LOG = System.getLogger(SqliteDatabase.class.getName());

    /** How long a process waits while another one writes. */
    private static final int BUSY_MILLIS = 20_000;

    private static final int SPINS = 5_000;

    private final Path file;
    private final MachineClock clock;
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock reading = new ReentrantLock();
    private final Connection writer;
    private final Connection reader;
    private final SqliteWatch watch;

    /** Opens the file, and makes it where it is missing, readable by its owner only. */
    SqliteDatabase(Path file, MachineClock clock) {
        this.file = file;
        this.clock = clock;
        try {
            PrivateFiles.makeDirectories(
                    Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file, not the root"));
            PrivateFiles.makeFile(file);
            this.writer = connect();
            write(connection -> {
                Schema.migrate(connection);
                return true;
            });
            this.reader = connect();
        } catch (IOException | SQLException e) {
            throw failure("opened", e);
        }
        this.watch = new SqliteWatch(this::connect);
    }

    private Connection connect() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setBusyTimeout(BUSY_MILLIS);
        return config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
    }

    @Override
    public <T> T write(Work<T> work) {
        writing.lock();
        try {
            return committed(work);
        } catch (SQLException e) {
            throw failure("written", e);
        } finally {
            writing.unlock();
        }
    }

    /** By hand: the driver would begin the next transaction, and take its lock, with the end of this one. */
    private <T> T committed(Work<T> work) throws SQLException {
        boolean done = false;
        execute("BEGIN IMMEDIATE");
        try {
            T result = work.run(writer);
            execute("COMMIT");
            done = true;
            return result;
        } finally {
            if (!done) {
                rollBack();
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = writer.createStatement()) {
            statement.execute(sql);
        }
    }

    private void rollBack() {
        try {
            execute("ROLLBACK");
        } catch (SQLException e) {
            LOG.log(Level.WARNING, "A change of the approvals in " + file + " was not taken back", e);
        }
    }

    @Override
    public <T> T settle(Work<T> work) {
        return write(work); // the file does not go away
    }

    @Override
    public <T> T read(Work<T> work) {
        takeTurn();
        try {
            return work.run(reader);
        } catch (SQLException e) {
            throw failure("read", e);
        } finally {
            reading.unlock();
        }
    }

    /** At once: it takes microseconds, and a thread that never had to wait for another one has the smallest stack. */
    @Override
    public <T> void readLater(Work<T> work, Reader<T> answered) {
        answered.read(read(work));
    }

    /** No more threads compete than there are processors, and each holds it for microseconds: mostly this need not park. */
    private void takeTurn() {
        for (int i = 0; i < SPINS; i++) {
            if (reading.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        reading.lock();
    }

    @Override
    public String lockClause() {
        return ""; // a writing transaction keeps all others out
    }

    @Override
    public long now(Connection connection) {
        return clock.now();
    }

    @Override
    public Deadline deadline(long now, long timeout) {
        return clock.deadline(now, timeout);
    }

    @Override
    public long nanosLeft(Deadline deadline, long now) {
        return clock.nanosLeft(deadline, now);
    }

    @Override
    public String nextExpression(String column) {
        return "(SELECT coalesce(max(" + column + "), 0) + 1 FROM approvals)";
    }

    @Override
    public String timed(String select) {
        return select;
    }

    @Override
    public long timeOf(ResultSet row) {
        return clock.now();
    }

    /** The others see it in the column {@code changed}. */
    @Override
    public String announced(String update) {
        return update;
    }

    /** Nothing is far away here. */
    @Override
    public String last(String statement) {
        return statement;
    }

    @Override
    public void watch(Observer observer) {
        watch.begin(observer);
    }

    @Override
    public void rest() {
        watch.rest();
    }

    @Override
    public void close() {
        watch.close();
        close(reading, reader);
        close(writing, writer);
    }

    private void close(ReentrantLock lock, Connection connection) {
        lock.lock();
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.log(Level.WARNING, "The approvals in " + file + " were not closed", e);
        } finally {
            lock.unlock();
        }
    }

    private ApprovalStoreException failure(String what, Exception cause) {
        return new ApprovalStoreException(
                "The approvals in " + file + " could not be " + what + ": " + cause.getMessage(), cause);
    }
}
