package dev.carabiner.approvals;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalProgress;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approval.Vote;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The approval store over a database: one SQL text for both engines. A change loads the row, locks it, lets
 * {@link ApprovalProgress} make the step, and writes the row, all in one transaction.
 */
final class JdbcApprovalStore implements ApprovalStore {

    /** As good as for ever, and still a time that can be added to another. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** How many rows one statement of a sweep looks at. */
    private static final int BATCH = 500;

    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;

    private final Database database;
    private final Waiters<Look> waiters = new Waiters<>();

    JdbcApprovalStore(Database database) {
        this.database = database;
    }

    /** What one step made of a row. */
    private record Step<T>(T result, boolean changed) {}

    /** A step of a request whose time, if it is over, has been counted already. */
    @FunctionalInterface
    private interface Change<T> {
        Step<T> make(ApprovalProgress progress, Instant now);
    }

    /** How the step is made durable. */
    @FunctionalInterface
    private interface Transaction<T> {
        Optional<T> run(Database.Work<Optional<T>> work);
    }

    @Override
    public void request(ApprovalRequest request) {
        database.settle(connection -> {
            Duration time = request.timeout().compareTo(LONGEST) < 0 ? request.timeout() : LONGEST;
            long timeout = Math.max(TimeUnit.MICROSECONDS.convert(time), 0);
            Deadline deadline = database.deadline(database.now(connection), timeout);
            if (!new ApprovalRow(new ApprovalProgress(request), deadline).insert(connection, database)) {
                requireSame(Objects.requireNonNull(ApprovalRow.find(connection, request.id(), "")), request);
            }
            return true;
        });
    }

    private static void requireSame(ApprovalRow row, ApprovalRequest request) {
        if (!row.progress().request().digest().equals(request.digest())) {
            throw new IllegalArgumentException("There is a request " + request.id() + " about another operation");
        }
    }

    @Override
    public VoteResult decide(String id, String digest, Vote vote) {
        // Not done again by itself: a vote whose commit is not certain would come back as late.
        VoteResult result = change(database::write, id, (progress, now) -> {
            VoteResult made = progress.decide(digest, vote, now);
            return new Step<>(made, made instanceof VoteResult.Won || made instanceof VoteResult.Counted);
        });
        return result == null ? new VoteResult.Refused("There is no request " + id) : result;
    }

    @Override
    public boolean consume(String id, String digest, String attempt) {
        String by = SqlText.encoded(attempt);
        Boolean taken = change(database::settle, id, (progress, now) -> {
            boolean isFree = progress.attempt() == null;
            boolean mine = progress.consume(digest, by);
            return new Step<>(mine, mine && isFree);
        });
        return taken != null && taken;
    }

    @Override
    public void finish(String id, String attempt, Execution execution) {
        String by = SqlText.encoded(attempt);
        change(database::settle, id, (progress, now) -> {
            boolean changed = progress.finish(by, execution);
            return new Step<>(changed, changed);
        });
    }

    @Override
    public ApprovalDecision cancel(String id, How how, String reason) {
        ApprovalDecision held = change(database::settle, id, (progress, now) -> {
            boolean isPending = progress.decision() == null;
            return new Step<>(progress.end(how, reason, now), isPending);
        });
        return existing(held, id);
    }

    /** One step of one request, in a transaction; null if there is no such request. */
    private <T> @Nullable T change(Transaction<T> transaction, String id, Change<T> change) {
        Optional<T> result = transaction.run(connection -> {
            ApprovalRow row = ApprovalRow.find(connection, id, database.lockClause());
            if (row == null) {
                return Optional.empty();
            }
            long now = database.now(connection); // after the lock is held: waiting for it takes time
            boolean expired = expireIfOver(row, now);
            Step<T> step = change.make(row.progress(), ApprovalRow.instant(now));
            if (expired || step.changed()) {
                row.update(connection, database);
            }
            return Optional.of(step.result());
        });
        waiters.wake(List.of(id));
        return result.orElse(null);
    }

    /** It has expired at its deadline, whenever that is noticed, so that all who notice it say the same. */
    private boolean expireIfOver(ApprovalRow row, long now) {
        boolean isOver = database.nanosLeft(row.deadline(), now) <= 0;
        return row.progress()
                .expireIfOver(isOver, ApprovalRow.instant(row.deadline().expires()));
    }

    /** Never parks deeper than here: a stack that was deep once stays large, and there may be very many. */
    @Override
    public StoredApproval await(String id, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(atMost);
        try (Waiters.Place<Look> place = waiters.enter(id)) {
            database.watch(waiters::wake, waiters::wakeAll);
            while (true) {
                place.sleepAgain();
                database.readLater(connection -> found(connection, id), place);
                place.awaitAnswer();
                StoredApproval stored = settled(place, id, end);
                if (stored != null) {
                    return stored;
                }
                place.await();
            }
        } finally {
            restIfUnused();
        }
    }

    /** What the wait ends with; null if it goes on, until the time that the place is then told. */
    private static @Nullable StoredApproval settled(Waiters.Place<Look> place, String id, long end)
            throws InterruptedException {
        Look look = existing(place.answer(), id);
        long now = System.nanoTime();
        if (look.stored().state() != State.PENDING) {
            return look.stored();
        }
        if (end - now <= 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return look.stored();
        }
        place.until(now + Math.min(end - now, Math.max(look.nanosLeft(), SHORTEST_PAUSE_NANOS)));
        return null;
    }

    private void restIfUnused() {
        if (waiters.isEmpty()) {
            database.rest();
            if (!waiters.isEmpty()) { // a thread that came in between has seen a watch that was still active
                database.watch(waiters::wake, waiters::wakeAll);
            }
        }
    }

    /** A request as it is now, and how long it has left. */
    private record Look(StoredApproval stored, long nanosLeft) {}

    private Optional<Look> found(Connection connection, String id) throws SQLException {
        ApprovalRow row = ApprovalRow.find(connection, id, "");
        if (row == null) {
            return Optional.empty();
        }
        long now = database.now(connection);
        expireIfOver(row, now);
        return Optional.of(new Look(row.stored(), database.nanosLeft(row.deadline(), now)));
    }

    @Override
    public @Nullable StoredApproval read(String id) {
        return database.read(connection -> found(connection, id))
                .map(Look::stored)
                .orElse(null);
    }

    @Override
    public List<StoredApproval> pending(@Nullable StoredApproval after, int limit) {
        return database.read(connection -> {
            long now = database.now(connection);
            List<StoredApproval> page = new ArrayList<>();
            long expires = after == null ? Long.MIN_VALUE : ApprovalRow.micros(after.expires());
            String id = after == null ? "" : SqlText.encoded(after.id());
            while (page.size() < limit) {
                List<ApprovalRow> rows = pendingAfter(connection, expires, id, limit - page.size());
                if (rows.isEmpty()) {
                    break;
                }
                rows.stream()
                        .filter(row -> !expireIfOver(row, now))
                        .map(ApprovalRow::stored)
                        .forEach(page::add);
                expires = rows.getLast().deadline().expires();
                id = SqlText.encoded(rows.getLast().progress().request().id());
            }
            return page;
        });
    }

    private static List<ApprovalRow> pendingAfter(Connection connection, long expires, String id, int limit)
            throws SQLException {
        String sql = "SELECT " + ApprovalRow.COLUMNS + " FROM approvals WHERE state = 'PENDING'"
                + " AND (expires_at > ? OR (expires_at = ? AND id > ?)) ORDER BY expires_at, id LIMIT ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, expires);
            select.setLong(2, expires);
            select.setString(3, id);
            select.setInt(4, limit);
            return ApprovalRow.all(select);
        }
    }

    @Override
    public List<StoredApproval> find(String session, String hook, String digest) {
        String sql = "SELECT " + ApprovalRow.COLUMNS + " FROM approvals WHERE digest = ? AND session = ? AND hook = ?"
                + " AND attempt IS NULL AND refusal_noted = 0 ORDER BY ordinal, id";
        return database.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setString(1, digest);
                select.setString(2, SqlText.encoded(session));
                select.setString(3, SqlText.encoded(hook));
                List<ApprovalRow> rows = ApprovalRow.all(select);
                long now = database.now(connection);
                rows.forEach(row -> expireIfOver(row, now));
                return rows.stream().map(ApprovalRow::stored).toList();
            }
        });
    }

    /** The requests that have ended, the last one first. Those that expired unnoticed are written down before. */
    List<StoredApproval> ended(int limit) {
        expire(BATCH);
        String sql = "SELECT " + ApprovalRow.COLUMNS
                + " FROM approvals WHERE decided_at IS NOT NULL ORDER BY decided_at DESC, id LIMIT ?";
        return database.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setInt(1, limit);
                return ApprovalRow.all(select).stream().map(ApprovalRow::stored).toList();
            }
        });
    }

    @Override
    public int expire(int limit) {
        List<String> ids = new ArrayList<>();
        int expired = database.write(connection -> {
            long now = database.now(connection);
            String sql = "SELECT " + ApprovalRow.COLUMNS + " FROM approvals WHERE state = 'PENDING' AND expires_at <= ?"
                    + " ORDER BY expires_at, id LIMIT ?" + database.lockClause();
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setLong(1, now);
                select.setInt(2, Math.min(limit, BATCH));
                for (ApprovalRow row : ApprovalRow.all(select)) {
                    if (expireIfOver(row, now)) {
                        row.update(connection, database);
                        ids.add(row.progress().request().id());
                    }
                }
            }
            return ids.size();
        });
        waiters.wake(ids);
        return expired;
    }

    @Override
    public int forget(Instant before) {
        long moment = ApprovalRow.micros(before);
        expire(Integer.MAX_VALUE);
        return database.write(connection -> {
            try (PreparedStatement keys =
                            connection.prepareStatement("DELETE FROM remembered WHERE remembered_at < ?");
                    PreparedStatement rows = connection.prepareStatement(
                            "DELETE FROM approvals WHERE decided_at < ? AND state <> 'PENDING'")) {
                keys.setLong(1, moment);
                keys.executeUpdate();
                rows.setLong(1, moment);
                return rows.executeUpdate();
            }
        });
    }

    @Override
    public void remember(String session, String key) {
        database.settle(connection -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO remembered (session, grant_key, remembered_at) VALUES (?, ?, ?)"
                            + " ON CONFLICT (session, grant_key) DO NOTHING")) {
                insert.setString(1, SqlText.encoded(session));
                insert.setString(2, SqlText.encoded(key));
                insert.setLong(3, database.now(connection));
                return insert.executeUpdate();
            }
        });
    }

    @Override
    public boolean remembered(String session, String key) {
        return database.read(connection -> {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT 1 FROM remembered WHERE session = ? AND grant_key = ?")) {
                select.setString(1, SqlText.encoded(session));
                select.setString(2, SqlText.encoded(key));
                try (ResultSet found = select.executeQuery()) {
                    return found.next();
                }
            }
        });
    }

    private static <T> T existing(@Nullable T found, String id) {
        if (found == null) {
            throw new IllegalArgumentException("There is no request " + id);
        }
        return found;
    }
}
