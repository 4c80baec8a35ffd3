package dev.carabiner.console;

import dev.carabiner.audit.verify.BackwardLines;
import dev.carabiner.audit.verify.BackwardLines.Place;
import dev.carabiner.console.ConsoleHandler.ApiCall;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.file.FileProblem;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Searches the logs of all sessions, the newest records first. */
final class AuditApi {

    private static final int USUAL = 50;
    private static final int MOST = 200;

    /** The sessions used last; of others only one that is named is searched. */
    private static final int MOST_SESSIONS = 200;

    private static final int WORDS = 240;
    private static final List<String> TELLING =
            List.of("reason", "prompt", "text", "error", "option", "fate", "tool", "permit");

    private final LogFollower follower;
    private final RequestLimit readers;

    AuditApi(LogFollower follower, RequestLimit readers) {
        this.follower = follower;
        this.readers = readers;
    }

    Reply search(ApiCall call) {
        String text = Objects.requireNonNullElse(call.query("q"), "");
        AuditQuery query = AuditQueryText.read(text);
        int limit = PageLimit.of(call.query("limit"), USUAL, MOST);
        String cursor = call.query("cursor");
        AuditCursor since = cursor == null ? null : AuditCursor.read(cursor, text);
        List<KnownSession> all =
                query.session() == null ? follower.sessions() : List.of(follower.required(query.session()));
        try (RequestLimit.Place place = readers.enter()) {
            LogSearch search = new LogSearch(query);
            Map<String, String> problems = new LinkedHashMap<>();
            List<KnownSession> searched = since == null ? all.subList(0, Math.min(MOST_SESSIONS, all.size())) : all;
            searched.forEach(session -> add(session, since, search, problems));
            search.run(limit);
            problems.putAll(search.problems());
            return answer(search, limit, problems, text, all.size() - searched.size());
        }
    }

    private void add(
            KnownSession session, @Nullable AuditCursor since, LogSearch search, Map<String, String> problems) {
        String breach = follower.breach(session.id());
        if (since == null && breach != null) {
            problems.put(session.id(), breach);
        }
        try {
            Place place = since == null ? BackwardLines.end(session.log()) : since.place(session.id());
            if (place != null) {
                search.add(session, place);
            }
        } catch (NoSuchFileException e) {
            // it has no log yet
        } catch (IOException e) {
            problems.put(session.id(), "The log cannot be read: " + FileProblem.inWords(e));
        }
    }

    private static Reply answer(LogSearch search, int limit, Map<String, String> problems, String query, int leftOut) {
        AuditCursor rest = search.rest();
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("records", search.hits().stream().map(AuditApi::json).toList());
        body.put("next", rest.isEmpty() ? null : rest.text(query));
        body.put("stopped_early", !rest.isEmpty() && search.hits().size() < limit);
        body.put("bytes_read", search.read());
        body.put("sessions_left_out", leftOut);
        body.put(
                "problems",
                problems.entrySet().stream()
                        .map(each -> EventData.of(
                                "session", each.getKey(), "problem", VisibleText.inOneLine(each.getValue())))
                        .toList());
        body.put("now", Instant.now().toString());
        return Reply.json(200, EventData.of(body));
    }

    private static EventData json(LogSearch.Hit hit) {
        LogRecord record = hit.record();
        LiveRow row = LiveRow.of(record);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("session", hit.session().id());
        fields.put("session_name", VisibleText.inOneLine(hit.session().name()));
        fields.put("seq", record.seq());
        fields.put("time", record.time());
        fields.put("type", record.type());
        fields.put("actor", record.actor());
        fields.put("event", VisibleText.inOneLine(record.field("event")));
        fields.put("action", row == null ? VisibleText.inOneLine(record.field("action")) : row.action());
        fields.put("hook", VisibleText.inOneLine(row == null ? record.field("hook") : row.hook()));
        fields.put("words", row == null ? words(record) : row.words());
        return EventData.of(fields);
    }

    private static String words(LogRecord record) {
        return TELLING.stream()
                .map(record::field)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .map(text -> LogRecord.words(text, WORDS))
                .orElse("");
    }
}
