package dev.carabiner.console;

import dev.carabiner.audit.format.RecordLine;
import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.engine.explain.ExplainedRecord;
import dev.carabiner.engine.explain.RecordedExplanation;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads out of a log what belongs to one emit: its record, those that followed from it, and the policy that stood there.
 * The log is gone through once for the record, once for the others, and once more for each depth of long values.
 */
final class EmitReading {

    private static final int MOST_FOLLOWING = 1_000;
    private static final int MOST_DEPTH = 8;

    /** Events that say which policy the session has. */
    private static final Set<String> STARTS = Set.of("session:start", "session:resume", "session:fork");

    /** A record with the marks of its long values. */
    private record Raw(LogRecord head, EventData data) {

        static Raw of(RecordLine line) {
            return new Raw(LogRecord.of(line, LongTexts.none()), EventDataJson.read(line.data()));
        }

        ExplainedRecord with(LongTexts values) {
            return new ExplainedRecord(
                    head.session(), head.seq(), head.time(), head.type(), head.actor(), values.in(data));
        }
    }

    private final Path log;
    private final List<Raw> following = new ArrayList<>();
    private @Nullable Raw emit;
    private @Nullable Raw start;
    private int leftOut;

    private EmitReading(Path log) {
        this.log = log;
    }

    /**
     * Why the emit that the record is, or followed from, came to what it came to.
     *
     * @throws Problem if there is no such record, or it followed from no emit
     */
    static EventData why(Path log, long seq) throws IOException {
        EmitReading reading = new EmitReading(log);
        Raw asked = reading.record(seq);
        String id = asked.head().field("emit");
        reading.read(asked, id);
        return reading.explanation(seq);
    }

    private Raw record(long seq) throws IOException {
        List<Raw> found = new ArrayList<>();
        LogReading.read(log, chain -> {
            boolean isIt = chain.line().seq() == seq;
            if (isIt) {
                found.add(Raw.of(chain.line()));
            }
            return !isIt;
        });
        if (found.isEmpty()) {
            throw Problem.notFound("There is no record " + seq + " in the log of this session");
        }
        return found.getFirst();
    }

    /** A record of before there were ids stands for itself. */
    private void read(Raw asked, String id) throws IOException {
        if (id.isEmpty()) {
            emit = asked.head().isEmit() ? asked : null;
        }
        long last = asked.head().seq();
        String mark = "\"emit\":" + quoted(id);
        LogReading.read(log, chain -> {
            RecordLine line = chain.line();
            boolean isEmit = line.type().equals("emit");
            String text = id.isEmpty() && !isEmit ? "" : new String(line.data(), StandardCharsets.UTF_8);
            if (isEmit && emit == null && text.contains("\"event\":\"session:")) {
                start = startOr(start, Raw.of(line), asked.head().session());
            }
            if (!id.isEmpty() && text.contains(mark)) {
                take(Raw.of(line), id);
            }
            return !id.isEmpty() || line.seq() < last;
        });
    }

    private static @Nullable Raw startOr(@Nullable Raw before, Raw record, String session) {
        boolean isStart = STARTS.contains(record.head().field("event"))
                && record.head().session().equals(session);
        return isStart ? record : before;
    }

    private static String quoted(String text) {
        String object = EventDataJson.write(EventData.of("t", text));
        return object.substring("{\"t\":".length(), object.length() - 1);
    }

    private void take(Raw record, String id) {
        if (!record.head().field("emit").equals(id)) {
            return; // the words stand somewhere inside
        }
        if (record.head().isEmit()) {
            emit = record;
        } else if (following.size() < MOST_FOLLOWING) {
            following.add(record);
        } else {
            leftOut++;
        }
    }

    private EventData explanation(long seq) throws IOException {
        Raw found = emit;
        if (found == null) {
            throw Problem.of(
                    422,
                    "no-emit",
                    "Nothing was decided",
                    "Record " + seq + " followed from no event; ask about one of the type emit, or with an \"emit\"");
        }
        LongTexts values = values(found);
        List<ExplainedRecord> others =
                following.stream().map(it -> it.with(values)).toList();
        return RecordedExplanation.json(bundle(values), found.with(values), others, leftOut);
    }

    private String bundle(LongTexts values) {
        if (start == null) {
            return "";
        }
        EventData data = values.in(start.data());
        EventData event = data.get("data") instanceof Map ? data.object("data") : null;
        EventData plan = event != null && event.get("mount_plan") instanceof Map ? event.object("mount_plan") : null;
        return plan == null || plan.get("bundle") == null ? "" : plan.get("bundle") + "@" + plan.get("version");
    }

    /** The long values that these records name, whole, and those that are named in them. */
    private LongTexts values(Raw found) throws IOException {
        LongTexts values = LongTexts.whole();
        Set<String> wanted = new HashSet<>();
        LongTexts.collect(found.data().asMap(), wanted);
        following.forEach(it -> LongTexts.collect(it.data().asMap(), wanted));
        if (start != null) {
            LongTexts.collect(start.data().asMap(), wanted);
        }
        Set<String> known = new HashSet<>();
        for (int depth = 0; depth < MOST_DEPTH && !known.containsAll(wanted); depth++) {
            Set<String> inner = new HashSet<>();
            LogReading.read(log, chain -> {
                if (chain.line().type().equals("value")) {
                    EventData value = EventDataJson.read(chain.line().data());
                    if (wanted.contains(String.valueOf(value.get("digest")))
                            && known.add(String.valueOf(value.get("digest")))) {
                        values.keep(value);
                        LongTexts.collect(value.get("json"), inner);
                    }
                }
                return !known.containsAll(wanted);
            });
            wanted.addAll(inner);
        }
        return values;
    }
}
