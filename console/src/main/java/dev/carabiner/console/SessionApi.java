package dev.carabiner.console;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.console.ConsoleHandler.ApiCall;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The sessions of this user, and one of them as a list of turns. */
final class SessionApi {

    private static final int MOST = 200;
    private static final int MOST_PENDING = 1_000;

    private static final int MOST_READ = 16;

    /** A log as it was read when it had this size; it only grows. */
    private record ReadLog(long size, EventData turns) {}

    private final LogFollower follower;
    private final ApprovalStore store;
    private final RequestLimit readers;
    private final Map<String, ReadLog> read = new ConcurrentHashMap<>();

    SessionApi(LogFollower follower, ApprovalStore store, RequestLimit readers) {
        this.follower = follower;
        this.store = store;
        this.readers = readers;
    }

    /** Those that wait for a person first, then those that run, then those used last. */
    Reply list() {
        Map<String, Integer> waiting = waiting();
        List<KnownSession> all = new ArrayList<>(follower.sessions());
        all.sort(Comparator.comparing((KnownSession it) -> !waiting.containsKey(it.id()))
                .thenComparing(it -> !it.isRunning())
                .thenComparing(KnownSession::updated, Comparator.reverseOrder()));
        List<EventData> page = all.stream()
                .limit(MOST)
                .map(it -> json(it, waiting.getOrDefault(it.id(), 0)))
                .toList();
        return Reply.json(
                200,
                EventData.of(
                        "sessions",
                        page,
                        "left_out",
                        Math.max(0, all.size() - MOST),
                        "now",
                        Instant.now().toString()));
    }

    Reply one(String id) {
        KnownSession session = follower.required(id);
        Map<String, @Nullable Object> fields =
                new LinkedHashMap<>(json(session, waiting().getOrDefault(id, 0)).asMap());
        fields.putAll(turns(session).asMap());
        fields.put("now", Instant.now().toString());
        return Reply.json(200, EventData.of(fields));
    }

    /** Its turns alone, or one of them. */
    Reply timeline(String id, @Nullable String turn) {
        Map<String, @Nullable Object> fields =
                new LinkedHashMap<>(turns(follower.required(id)).asMap());
        if (turn != null) {
            List<?> some = ((List<?>) Objects.requireNonNull(fields.get("turns")))
                    .stream()
                            .filter(it -> turn.equals(String.valueOf(((Map<?, ?>) it).get("turn"))))
                            .toList();
            if (some.isEmpty()) {
                throw Problem.notFound("There is no turn " + VisibleText.inOneLine(turn) + ", or it is too long ago");
            }
            fields.put("turns", some);
        }
        fields.put("now", Instant.now().toString());
        return Reply.json(200, EventData.of(fields));
    }

    /** A page asks every few seconds; the log is read again only if it has grown. */
    private EventData turns(KnownSession session) {
        long size = FollowedLog.size(session.log());
        if (size > FollowedLog.LARGEST) {
            return SessionReader.tooLong();
        }
        ReadLog known = read.get(session.id());
        if (known == null || known.size() != size) {
            try (RequestLimit.Place place = readers.enter()) {
                known = new ReadLog(size, SessionReader.read(session.log()));
            }
            if (read.size() >= MOST_READ) {
                read.clear();
            }
            read.put(session.id(), known);
        }
        return known.turns();
    }

    private Map<String, Integer> waiting() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (StoredApproval each : store.pending(null, MOST_PENDING)) {
            counts.merge(each.request().session(), 1, Integer::sum);
        }
        return counts;
    }

    private EventData json(KnownSession session, int waits) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", session.id());
        fields.put("name", VisibleText.inOneLine(session.name()));
        fields.put("status", session.status());
        fields.put("created_at", session.created().toString());
        fields.put("updated_at", session.updated().toString());
        fields.put("directory", VisibleText.inOneLine(session.directory().toString()));
        fields.put("bundle", VisibleText.inOneLine(session.bundle()));
        fields.put("parent", session.parent() == null ? null : VisibleText.inOneLine(session.parent()));
        fields.put("turn_count", session.turns());
        fields.put("waiting", waits);
        fields.put("counts", follower.notes(session.id()).counts());
        fields.put("problem", follower.problem(session.id()));
        return EventData.of(fields);
    }

    Reply live(ApiCall call) {
        List<EventData> rows = follower.rows().last(LiveFilter.of(call::query), MOST).stream()
                .map(LiveRow::json)
                .toList();
        return Reply.json(200, EventData.of("rows", rows, "now", Instant.now().toString()));
    }
}
