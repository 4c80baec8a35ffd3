package dev.carabiner.scenarios;

import dev.carabiner.event.EventData;
import dev.carabiner.scenarios.CaseResult.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A report for programs, schema 1: how many passed, failed and are open, and each case. */
public final class JsonReport {

    private JsonReport() {}

    /** The report as one object. */
    public static EventData of(TestReport report) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("schema", 1);
        json.put("passed", report.count(Status.PASSED));
        json.put("failed", report.count(Status.FAILED));
        json.put("open", report.count(Status.OPEN));
        json.put("elapsed", seconds(report.elapsed()));
        json.put("hooks", List.copyOf(report.hooks()));
        json.put("never_reached", report.neverReached());
        List<Object> cases = new ArrayList<>();
        for (TestReport.Ran ran : report.scenarios()) {
            ran.cases().forEach(it -> cases.add(one(ran, it)));
        }
        json.put("cases", cases);
        return EventData.of(json);
    }

    private static Map<String, @Nullable Object> one(TestReport.Ran ran, CaseResult it) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("file", ran.file());
        json.put("line", it.at().line());
        json.put("column", it.at().column());
        json.put("scenario", ran.name());
        json.put("name", it.name());
        json.put("status", it.status().toString());
        json.put("elapsed", seconds(it.elapsed()));
        if (it.status() != Status.PASSED) {
            json.put(
                    "mismatches",
                    it.mismatches().stream()
                            .map(wrong -> EventData.of(
                                    "path", wrong.path(), "expected", wrong.expected(), "was", wrong.was()))
                            .toList());
            json.put("because", it.because());
            json.put("to_mend", it.toMend());
        }
        return json;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
