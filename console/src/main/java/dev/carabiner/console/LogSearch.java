package dev.carabiner.console;

import dev.carabiner.audit.verify.BackwardLines.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Goes through several logs at once, from what is newest in any of them back, until it has enough or has read enough. */
final class LogSearch {

    /** How many bytes a request reads before it says how far it has come; a line more if need be. */
    static final long MOST_BYTES = 16L * 1024 * 1024;

    /**
     * A record that was looked for.
     *
     * @param session the one whose log it is in
     */
    record Hit(KnownSession session, LogRecord record) {}

    private final AuditQuery query;
    private final PriorityQueue<SearchedLog> newest =
            new PriorityQueue<>(Comparator.comparing(SearchedLog::time, Comparator.reverseOrder())
                    .thenComparing(log -> log.session().id()));
    private final List<SearchedLog> held = new ArrayList<>();
    private final List<Hit> hits = new ArrayList<>();
    private final Map<String, String> problems = new LinkedHashMap<>();
    private long read;

    LogSearch(AuditQuery query) {
        this.query = query;
    }

    /** Adds a log, to be searched from this place back. */
    void add(KnownSession session, Place place) {
        SearchedLog log = new SearchedLog(session, place, more -> read + more >= MOST_BYTES);
        log.open();
        read += log.bytesRead();
        file(log);
    }

    /** What is older than the search wants is left; so is what cannot be read. */
    private void file(SearchedLog log) {
        String problem = log.problem();
        if (problem != null) {
            problems.put(log.session().id(), problem);
        } else if (log.isHeld()) {
            held.add(log);
        } else if (log.hasNext() && !query.isTooOld(log.time())) {
            newest.add(log);
        }
    }

    /** Searches until there are so many hits, nothing is left, or enough was read. At least one record is looked at. */
    void run(int limit) {
        while (!newest.isEmpty() && held.isEmpty() && hits.size() < limit) {
            SearchedLog log = newest.remove();
            long before = log.bytesRead();
            LogRecord record = log.take(query);
            read += log.bytesRead() - before;
            if (record != null) {
                hits.add(new Hit(log.session(), record));
            }
            file(log);
            if (read >= MOST_BYTES) {
                return;
            }
        }
    }

    List<Hit> hits() {
        return hits;
    }

    /** What is wrong with logs that could not be searched any further, by session. */
    Map<String, String> problems() {
        return problems;
    }

    long read() {
        return read;
    }

    /** Where to go on; empty if all was searched. */
    AuditCursor rest() {
        AuditCursor cursor = new AuditCursor();
        newest.forEach(log -> cursor.put(log.session().id(), log.unread()));
        held.forEach(log -> cursor.put(log.session().id(), log.unread()));
        return cursor;
    }
}
