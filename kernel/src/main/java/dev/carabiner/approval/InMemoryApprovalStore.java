package dev.carabiner.approval;

import dev.carabiner.approval.ApprovalDecision.How;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Requests that live as long as the object. Each has a lock of its own, under which nothing waits. */
final class InMemoryApprovalStore implements ApprovalStore {

    /** How many requests that have ended are kept, so that late answers learn how. */
    private static final int MOST_ENDED = 1_000;

    /** How many grants are kept for attempts that never come. An attempt that comes later is asked about anew. */
    private static final int MOST_GRANTED = 10_000;

    private static final Comparator<StoredApproval> BY_EXPIRY =
            Comparator.comparing(StoredApproval::expires).thenComparing(StoredApproval::id);

    private final InstantSource clock;
    private final Map<String, MemoryEntry> entries = new ConcurrentHashMap<>();
    private final Map<String, Set<MemoryEntry>> byDigest = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Instant>> always = new ConcurrentHashMap<>();
    private final Last ended = new Last(MOST_ENDED);
    private final Last granted = new Last(MOST_GRANTED);
    private final Kept kept = new Kept();
    private final AtomicLong order = new AtomicLong();

    InMemoryApprovalStore(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void request(ApprovalRequest request) {
        MemoryEntry entry = new MemoryEntry(request, clock, order.incrementAndGet(), kept);
        MemoryEntry before = entries.putIfAbsent(request.id(), entry);
        if (before == null) {
            byDigest.compute(request.digest(), (digest, all) -> {
                Set<MemoryEntry> same = all == null ? ConcurrentHashMap.newKeySet() : all;
                same.add(entry);
                return same;
            });
        } else if (!before.request().digest().equals(request.digest())) {
            throw new IllegalArgumentException("There is a request " + request.id() + " about another operation");
        }
    }

    @Override
    public VoteResult decide(String id, String digest, Vote vote) {
        MemoryEntry entry = entries.get(id);
        return entry == null ? new VoteResult.Refused("There is no request " + id) : entry.decide(digest, vote);
    }

    @Override
    public StoredApproval await(String id, Duration atMost) throws InterruptedException {
        return entry(id).await(atMost);
    }

    @Override
    public boolean consume(String id, String digest, String attempt) {
        MemoryEntry entry = entries.get(id);
        return entry != null && entry.consume(digest, Objects.requireNonNull(attempt, "attempt"));
    }

    @Override
    public void finish(String id, String attempt, Execution execution) {
        MemoryEntry entry = entries.get(id);
        if (entry != null) {
            entry.finish(Objects.requireNonNull(attempt, "attempt"), execution);
        }
    }

    @Override
    public void remember(String session, String key) {
        always.computeIfAbsent(session, unused -> new ConcurrentHashMap<>()).putIfAbsent(key, clock.instant());
    }

    @Override
    public boolean remembered(String session, String key) {
        return always.getOrDefault(session, Map.of()).containsKey(key);
    }

    @Override
    public ApprovalDecision cancel(String id, How how, String reason) {
        return entry(id).end(how, reason);
    }

    @Override
    public int expire(int limit) {
        return (int) entries.values().stream()
                .filter(MemoryEntry::expireIfOver)
                .limit(limit)
                .count();
    }

    @Override
    public int forget(Instant before) {
        List<MemoryEntry> old = entries.values().stream()
                .filter(entry -> entry.endedBefore(before))
                .toList();
        old.forEach(this::drop);
        always.values().forEach(keys -> keys.values().removeIf(when -> when.isBefore(before)));
        always.values().removeIf(Map::isEmpty);
        return old.size();
    }

    @Override
    public @Nullable StoredApproval read(String id) {
        MemoryEntry entry = entries.get(id);
        return entry == null ? null : entry.read();
    }

    @Override
    public List<StoredApproval> pending(@Nullable StoredApproval after, int limit) {
        Stream<StoredApproval> all = entries.values().stream()
                .map(MemoryEntry::read)
                .filter(stored -> stored.state() == State.PENDING)
                .filter(stored -> after == null || BY_EXPIRY.compare(after, stored) < 0)
                .sorted(BY_EXPIRY);
        return all.limit(limit).toList();
    }

    @Override
    public List<StoredApproval> find(String session, String hook, String digest) {
        return byDigest.getOrDefault(digest, Set.of()).stream()
                .filter(entry -> entry.request().session().equals(session)
                        && entry.request().hook().equals(hook))
                .sorted(Comparator.comparingLong(MemoryEntry::order))
                .filter(MemoryEntry::isOpenToAttempts)
                .map(MemoryEntry::read)
                .toList();
    }

    private MemoryEntry entry(String id) {
        MemoryEntry entry = entries.get(id);
        if (entry == null) {
            throw new IllegalArgumentException("There is no request " + id);
        }
        return entry;
    }

    private final class Kept implements MemoryEntry.Listener {

        /** For an attempt that may never come. */
        @Override
        public void granted(MemoryEntry entry) {
            MemoryEntry oldest = granted.after(entry);
            if (oldest != null && !oldest.isTaken()) {
                drop(oldest);
            }
        }

        /** For late answers, and for who has yet to hear of a refusal. */
        @Override
        public void ended(MemoryEntry entry) {
            MemoryEntry oldest = ended.after(entry);
            if (oldest != null) {
                drop(oldest);
            }
        }
    }

    /** The last entries to which something has happened. */
    private static final class Last {

        private final int most;
        private final Queue<MemoryEntry> entries = new ConcurrentLinkedQueue<>();
        private final AtomicInteger count = new AtomicInteger();

        Last(int most) {
            this.most = most;
        }

        /** Adds one; returns the one that is no longer among them, or null. */
        @Nullable
        MemoryEntry after(MemoryEntry entry) {
            entries.add(entry);
            if (count.incrementAndGet() <= most) {
                return null;
            }
            count.decrementAndGet();
            return entries.poll();
        }
    }

    private void drop(MemoryEntry entry) {
        entries.remove(entry.request().id(), entry);
        byDigest.computeIfPresent(entry.request().digest(), (digest, all) -> {
            all.remove(entry);
            return all.isEmpty() ? null : all;
        });
    }
}
