package dev.carabiner.console;

import dev.carabiner.display.Throwables;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows the logs of this user's sessions, whichever process writes them, and keeps the newest of what they say. It only
 * reads; the agents do not know of it and never wait for it. Only the sessions used last are followed.
 */
final class LogFollower implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(LogFollower.class.getName());
    private static final int MOST_LOGS = 64;
    private static final int MOST_REQUESTS = 2_000;
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration LISTED_EVERY = Duration.ofSeconds(1);

    /** The sessions as they were listed at this {@code System.nanoTime()}. */
    private record KnownSessions(List<KnownSession> all, long listed) {}

    /**
     * The logs that are followed.
     *
     * @param running how many sessions run
     * @param followed how many logs there are
     * @param broken how many of them are not as they were written
     */
    record LogState(int running, int followed, int broken) {}

    private final Supplier<List<KnownSession>> source;
    private final Set<Consumer<List<LiveRow>>> listeners = new CopyOnWriteArraySet<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final LiveRows rows = new LiveRows();
    private final Map<String, SessionNotes> notes = new LinkedHashMap<>(); // guarded by lock, as the next five
    private final Map<String, List<EventData>> runs = new LinkedHashMap<>();
    private final HookFigures figures = new HookFigures();
    private final CanaryRounds canaries = new CanaryRounds();
    private final Map<String, FollowedLog> logs = new LinkedHashMap<>();
    private final Map<String, Instant> tampered = new LinkedHashMap<>();
    private final Set<Consumer<LogRecord>> readers = new CopyOnWriteArraySet<>();
    private final Thread thread;
    private volatile KnownSessions known = new KnownSessions(List.of(), 0);
    private volatile LogState state = new LogState(0, 0, 0);
    private volatile boolean closed;
    private boolean complained; // of the thread

    LogFollower(Supplier<List<KnownSession>> source) {
        this.source = source;
        this.thread = Thread.ofVirtual().name("carabiner-console-logs").start(this::run);
    }

    /** Has new rows told on a thread of this object, oldest first, until what is returned is closed. */
    AutoCloseable listen(Consumer<List<LiveRow>> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Has each new record told on a thread of this object. The reader must not wait. */
    void read(Consumer<LogRecord> reader) {
        readers.add(reader);
    }

    /** Notes that the log of a session was found changed. */
    void foundTampered(String session) {
        lock.lock();
        try {
            tampered.putIfAbsent(session, Instant.now());
            bound(tampered, 16 * MOST_LOGS);
        } finally {
            lock.unlock();
        }
    }

    /** The sessions whose logs were found changed, and when that was found. */
    Map<String, Instant> tampered() {
        lock.lock();
        try {
            return Map.copyOf(tampered);
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        while (!closed) {
            try {
                look(listed(LISTED_EVERY));
                complained = false;
            } catch (RuntimeException e) {
                if (!complained) {
                    LOG.log(Level.WARNING, "The sessions cannot be listed: " + Throwables.inWords(e));
                    complained = true;
                }
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** The sessions as they are now, or as they were listed no longer ago than this. */
    private List<KnownSession> listed(Duration ago) {
        KnownSessions last = known;
        if (last.listed() == 0 || System.nanoTime() - last.listed() > ago.toNanos()) {
            last = new KnownSessions(List.copyOf(source.get()), System.nanoTime());
            known = last;
        }
        return last.all();
    }

    private void look(List<KnownSession> known) {
        List<LiveRow> fresh = new ArrayList<>();
        List<KnownSession> newest = known.subList(0, Math.min(MOST_LOGS, known.size()));
        for (KnownSession session : newest) {
            FollowedLog log = followed(session);
            log.read(session, record -> take(record, fresh));
            if (log.isBroken()) {
                foundTampered(session.id());
            }
            if (closed) {
                return;
            }
        }
        LogState now = state(newest);
        if (fresh.isEmpty() && now.equals(state)) {
            return;
        }
        state = now;
        fresh.sort(Comparator.comparing(LiveRow::time));
        rows.add(fresh);
        listeners.forEach(each -> each.accept(fresh));
    }

    private LogState state(List<KnownSession> followed) {
        int running = (int) followed.stream().filter(KnownSession::isRunning).count();
        int broken = (int) followed.stream()
                .filter(session -> followed(session).isBroken())
                .count();
        return new LogState(running, followed.size(), broken);
    }

    /** How the logs that are followed are. Whenever it changes, those who listen are told, if need be without rows. */
    LogState state() {
        return state;
    }

    private FollowedLog followed(KnownSession session) {
        lock.lock();
        try {
            FollowedLog log = logs.computeIfAbsent(session.id(), id -> new FollowedLog(session.log()));
            if (logs.size() > 4 * MOST_LOGS) {
                logs.remove(logs.keySet().iterator().next());
            }
            return log;
        } finally {
            lock.unlock();
        }
    }

    private void take(LogRecord record, List<LiveRow> fresh) {
        LiveRow row = LiveRow.of(record);
        if (row != null) {
            fresh.add(row);
        }
        if (record.session().isEmpty()) {
            return;
        }
        readers.forEach(each -> each.accept(record));
        lock.lock();
        try {
            SessionNotes noted = notes.computeIfAbsent(record.session(), id -> new SessionNotes());
            bound(notes, 16 * MOST_LOGS);
            LogRecord asking = noted.take(record);
            if (asking != null) {
                runs.put(record.field("request"), SessionNotes.runs(asking));
                bound(runs, MOST_REQUESTS);
            }
            if (record.isEmit()) {
                figures.add(record);
                canaries.add(record);
            }
        } finally {
            lock.unlock();
        }
    }

    private static void bound(Map<String, ?> map, int most) {
        if (map.size() > most) {
            map.remove(map.keySet().iterator().next());
        }
    }

    /**
     * The sessions of this user, those used last first: listed anew unless that was done a moment ago, so that a question
     * which is on record has its session here. While they cannot be listed, as they were when they could.
     */
    List<KnownSession> sessions() {
        try {
            return listed(PAUSE);
        } catch (RuntimeException e) {
            return known.all(); // this object's own thread says so
        }
    }

    /** The session of this user with this id, which must be one. */
    KnownSession required(String id) {
        KnownSession session = session(id);
        if (session == null) {
            throw Problem.notFound("There is no session " + VisibleText.inOneLine(id) + " of this user");
        }
        return session;
    }

    @Nullable
    KnownSession session(String id) {
        return sessions().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    /** What is wrong with a session's log; null if nothing is known to be. */
    @Nullable
    String problem(String session) {
        lock.lock();
        try {
            FollowedLog log = logs.get(session);
            return log == null ? null : log.problem();
        } finally {
            lock.unlock();
        }
    }

    /** In what a session's log is not as it was written; null if nothing like that is known. */
    @Nullable
    String breach(String session) {
        lock.lock();
        try {
            FollowedLog log = logs.get(session);
            return log != null && log.isBroken() ? log.problem() : null;
        } finally {
            lock.unlock();
        }
    }

    /** The rows of the last while. */
    LiveRows rows() {
        return rows;
    }

    List<EventData> figures(Duration over) {
        lock.lock();
        try {
            return figures.json(over);
        } finally {
            lock.unlock();
        }
    }

    /** The last round of a hook's canaries; null if none is known. */
    @Nullable
    EventData canaries(String hook) {
        lock.lock();
        try {
            return canaries.last(hook);
        } finally {
            lock.unlock();
        }
    }

    SessionNotes notes(String session) {
        lock.lock();
        try {
            return Objects.requireNonNullElseGet(notes.get(session), SessionNotes::new);
        } finally {
            lock.unlock();
        }
    }

    List<EventData> runs(String request) {
        lock.lock();
        try {
            return runs.getOrDefault(request, List.of());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
