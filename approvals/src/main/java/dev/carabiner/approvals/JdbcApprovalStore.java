package dev.carabiner.approvals;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalProgress;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approval.Vote;
import dev.carabiner.approvals.ApprovalQueries.Look;
import java.sql.PreparedStatement;
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
    private final ApprovalQueries queries;
    private final RememberedKeys remembered;
    private final Waiters<Look> waiters = new Waiters<>();
    private final ChangedRequests changes;

    JdbcApprovalStore(Database database) {
        this.database = database;
        this.queries = new ApprovalQueries(database);
        this.remembered = new RememberedKeys(database);
        this.changes = new ChangedRequests(queries, waiters);
    }

    /** What one step made of a row. */
    private record Step<T>(T result, boolean changed) {}

    /** What it made, and the request after it. */
    private record Made<T>(T result, StoredApproval stored) {}

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
                requireSame(
                        Objects.requireNonNull(ApprovalRow.find(connection, database, request.id(), ""))
                                .row(),
                        request);
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
    private <T> @Nullable T change(Transaction<Made<T>> transaction, String id, Change<T> change) {
        Optional<Made<T>> made = transaction.run(connection -> {
            ApprovalRow.Found found = ApprovalRow.find(connection, database, id, database.lockClause());
            if (found == null) {
                return Optional.empty();
            }
            ApprovalRow row = found.row();
            long now = found.time(); // after the lock is held: waiting for it takes time
            boolean expired = queries.expireIfOver(row, now);
            Step<T> step = change.make(row.progress(), ApprovalRow.instant(now));
            if (expired || step.changed()) {
                row.updateLast(connection, database);
            }
            return Optional.of(new Made<>(step.result(), row.stored()));
        });
        if (made.isEmpty()) {
            return null;
        }
        changes.tell(id, new Look(made.get().stored(), 0));
        return made.get().result();
    }

    /** Never parks deeper than here: a stack that was deep once stays large, and there may be very many. */
    @Override
    public StoredApproval await(String id, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(atMost);
        try (Waiters.Place<Look> place = waiters.enter(id)) {
            database.watch(changes);
            while (true) {
                place.sleepAgain();
                Look ended = place.end();
                if (ended != null) {
                    return ended.stored();
                }
                database.readLater(connection -> queries.found(connection, id), place);
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
                database.watch(changes);
            }
        }
    }

    @Override
    public @Nullable StoredApproval read(String id) {
        return queries.read(id);
    }

    @Override
    public List<StoredApproval> pending(@Nullable StoredApproval after, int limit) {
        return queries.pending(after, limit);
    }

    @Override
    public List<StoredApproval> find(String session, String hook, String digest) {
        return queries.find(session, hook, digest);
    }

    /** The requests that have ended, the last one first. Those that expired unnoticed are written down before. */
    List<StoredApproval> ended(int limit) {
        expire(BATCH);
        return queries.ended(limit);
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
                    if (queries.expireIfOver(row, now)) {
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
            RememberedKeys.forget(connection, moment);
            try (PreparedStatement rows =
                    connection.prepareStatement("DELETE FROM approvals WHERE decided_at < ? AND state <> 'PENDING'")) {
                rows.setLong(1, moment);
                return rows.executeUpdate();
            }
        });
    }

    @Override
    public void remember(String session, String key) {
        remembered.remember(session, key);
    }

    @Override
    public boolean remembered(String session, String key) {
        return remembered.remembered(session, key);
    }

    private static <T> T existing(@Nullable T found, String id) {
        if (found == null) {
            throw new IllegalArgumentException("There is no request " + id);
        }
        return found;
    }
}
