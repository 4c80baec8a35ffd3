package dev.carabiner.adapter.scenario;

import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What has happened, without what may differ between frameworks (see {@link PlainForm}) and without the order of calls that
 * ran beside each other.
 */
record Play(List<String> events, List<String> records, List<String> ran, List<String> said) {

    static Play of(List<EventData> seen, Path log, List<String> ran, List<String> said) throws IOException {
        Verdict verdict = LogVerifier.verify(log, null, List.of());
        if (verdict.result() != Verdict.Result.NOT_ANCHORED) {
            throw new AssertionError(verdict.explanation());
        }
        List<EventData> lines = lines(log);
        PlainForm form = new PlainForm();
        nameSessions(form, seen);
        lines.forEach(it -> nameIds(form, it));
        List<String> events = seen.stream().map(it -> event(form, it)).toList();
        List<String> records = lines.stream()
                .filter(it -> !"audit".equals(it.text("actor"))) // what the log says of itself
                .map(it -> record(form, it))
                .sorted() // calls of one answer may run in any order, so their records have none
                .toList();
        return new Play(ordered(events), records, ran, said);
    }

    /** Sessions in the order in which they were seen. */
    private static void nameSessions(PlainForm form, List<EventData> seen) {
        List<String> ids = seen.stream()
                .map(it -> String.valueOf(it.text("session_id")))
                .distinct()
                .toList();
        ids.forEach(it -> form.name(it, "s" + (ids.indexOf(it) + 1)));
    }

    /** Emits by their event, and by the call that they are about; permits and requests by that call. */
    private static void nameIds(PlainForm form, EventData line) {
        EventData data = line.object("data");
        EventData about = data.object("data") == null ? data : data.object("data");
        String call = about.text("tool_call_id") == null ? "" : " " + about.text("tool_call_id");
        if ("emit".equals(line.text("type"))) {
            form.name(data.text("emit"), data.text("event") + call);
        } else if ("stream".equals(line.text("type"))) {
            form.name(data.text("emit"), data.text("event") + " " + data.get("index"));
        }
        form.name(data.text("permit"), "permit of" + call);
        form.name(data.text("request"), "request of" + call);
    }

    private static List<EventData> lines(Path log) throws IOException {
        List<EventData> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(log)) {
            for (Path file : files.filter(it -> it.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList()) {
                for (String line : Files.readAllLines(file)) {
                    all.add(EventDataJson.read(line));
                }
            }
        }
        return all;
    }

    private static String event(PlainForm form, EventData data) {
        EventData fields = data.without("event_name").without("session_id");
        return form.nameOf(data.text("session_id")) + " " + data.text("event_name") + " " + form.of(fields);
    }

    /** The data of an emit are compared as events. */
    private static String record(PlainForm form, EventData line) {
        EventData fields = line.object("data")
                .without("data")
                .with("type", line.text("type"))
                .with("actor", line.text("actor"));
        if (List.of("Task", "expert").contains(String.valueOf(fields.text("tool")))) {
            fields = fields.without("digest"); // of the name and the input, which each framework calls otherwise
        }
        return form.nameOf(line.text("session")) + " " + form.of(fields);
    }

    /** What happens between the answer with several calls and the next request is sorted by call. */
    private static List<String> ordered(List<String> events) {
        List<String> all = new ArrayList<>();
        List<String> parallel = new ArrayList<>();
        boolean isParallel = false;
        for (String event : events) {
            if (isParallel && event.contains(" provider:request ")) {
                parallel.sort(Comparator.comparing(Play::call).thenComparing(Comparator.naturalOrder()));
                all.addAll(parallel);
                parallel.clear();
                isParallel = false;
            }
            (isParallel ? parallel : all).add(event);
            if (event.contains(" provider:response ") && event.split("\"?id\"?=", -1).length > 2) {
                isParallel = true;
            }
        }
        all.addAll(parallel);
        return all;
    }

    private static String call(String event) {
        int at = event.indexOf("tool_call_id=");
        return at < 0 ? "" : event.substring(at, Math.min(event.length(), at + 16));
    }
}
