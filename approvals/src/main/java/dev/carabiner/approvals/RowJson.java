package dev.carabiner.approvals;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.approval.Vote;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The JSON documents that a row holds: the request, its votes, its decision. Each reads back as it was written. */
final class RowJson {

    private RowJson() {}

    static String write(ApprovalRequest request) {
        Question question = request.question();
        return EventDataJson.write(EventData.of(
                "id",
                request.id(),
                "session",
                request.session(),
                "event",
                request.event(),
                "author",
                question.author(),
                "prompt",
                question.prompt(),
                "options",
                question.options(),
                "timeout",
                question.timeout().toString(),
                "by_default",
                question.byDefault(),
                "reason",
                question.reason(),
                "scope",
                question.scope(),
                "data",
                request.data(),
                "created",
                request.created().toString(),
                "votes_needed",
                request.votesNeeded(),
                "approvers",
                request.approvers()));
    }

    static ApprovalRequest request(String digest, String json) {
        EventData row = EventDataJson.read(json);
        Question question = new Question(
                text(row, "author"),
                text(row, "prompt"),
                options(row.get("options")),
                Duration.parse(text(row, "timeout")),
                text(row, "by_default").equals("allow") ? Decision.ALLOW : Decision.DENY,
                text(row, "reason"),
                text(row, "scope"));
        return new ApprovalRequest(
                text(row, "id"),
                text(row, "session"),
                text(row, "event"),
                question,
                Objects.requireNonNull(row.object("data"), "data"),
                digest,
                Instant.parse(text(row, "created")),
                number(row, "votes_needed"),
                row.get("approvers") == null ? List.of() : options(row.get("approvers")));
    }

    static String write(List<Vote> votes) {
        return EventDataJson.write(
                EventData.of("votes", votes.stream().map(RowJson::fields).toList()));
    }

    static List<Vote> votes(String json) {
        List<?> all = (List<?>) Objects.requireNonNull(EventDataJson.read(json).get("votes"), "votes");
        return all.stream().map(it -> vote(object(it))).toList();
    }

    private static EventData fields(Vote vote) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("voter", vote.voter());
        fields.put("channel", vote.channel());
        fields.put("option", vote.option());
        fields.put("approve", vote.approve());
        fields.put("reason", vote.reason());
        putIfPresent(fields, "input", vote.input());
        putIfPresent(fields, "rule", vote.rule());
        putIfPresent(
                fields,
                "counted",
                vote.counted() == null ? null : vote.counted().toString());
        return EventData.of(fields);
    }

    private static Vote vote(EventData fields) {
        return new Vote(
                text(fields, "voter"),
                text(fields, "channel"),
                text(fields, "option"),
                Boolean.TRUE.equals(fields.get("approve")),
                text(fields, "reason"),
                fields.object("input"),
                fields.object("rule"),
                fields.get("counted") instanceof String moment ? Instant.parse(moment) : null);
    }

    static @Nullable String write(@Nullable ApprovalDecision decision) {
        if (decision == null) {
            return null;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("granted", decision.granted());
        putIfPresent(fields, "option", decision.option());
        fields.put("how", decision.how().name());
        fields.put("reason", decision.reason());
        fields.put("decided_by", decision.decidedBy());
        fields.put("channel", decision.channel());
        fields.put("decided_at", decision.decidedAt().toString());
        putIfPresent(fields, "input", decision.input());
        putIfPresent(fields, "rule", decision.rule());
        return EventDataJson.write(EventData.of(fields));
    }

    static @Nullable ApprovalDecision decision(@Nullable String json) {
        if (json == null) {
            return null;
        }
        EventData fields = EventDataJson.read(json);
        return new ApprovalDecision(
                Boolean.TRUE.equals(fields.get("granted")),
                fields.text("option"),
                ApprovalDecision.How.valueOf(text(fields, "how")),
                text(fields, "reason"),
                text(fields, "decided_by"),
                text(fields, "channel"),
                Instant.parse(text(fields, "decided_at")),
                fields.object("input"),
                fields.object("rule"));
    }

    private static void putIfPresent(Map<String, Object> fields, String key, @Nullable Object value) {
        if (value != null) {
            fields.put(key, value);
        }
    }

    private static String text(EventData row, String key) {
        return Objects.requireNonNull(row.text(key), key);
    }

    private static int number(EventData row, String key) {
        return ((Number) Objects.requireNonNull(row.get(key), key)).intValue();
    }

    private static List<String> options(@Nullable Object value) {
        return ((List<?>) Objects.requireNonNull(value, "options"))
                .stream().map(String.class::cast).toList();
    }

    private static EventData object(@Nullable Object value) {
        Map<String, Object> fields = new LinkedHashMap<>();
        ((Map<?, ?>) Objects.requireNonNull(value, "object")).forEach((key, it) -> fields.put((String) key, it));
        return EventData.of(fields);
    }
}
