package dev.carabiner.console;

import dev.carabiner.event.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How often each hook was called, failed, and how long it took, by slots of five minutes over a day. Times are counted in
 * steps of an eighth of their size, so that many calls take little room.
 */
final class HookFigures {

    static final Duration SLOT = Duration.ofMinutes(5);
    private static final Duration KEPT = Duration.ofHours(24);
    private static final int MOST_HOOKS = 300;
    private static final int MOST_FAILURES = 10;

    /** A handler of an event. */
    record Key(String event, String hook) {}

    /** One handler's figures; touched under the lock of the outer object's owner only. */
    static final class Figures {
        int priority;
        final TreeMap<Long, Map<Integer, Integer>> slots = new TreeMap<>();
        final TreeMap<Long, Integer> failures = new TreeMap<>();
        final Deque<EventData> lastFailures = new ArrayDeque<>();
    }

    private final Map<Key, Figures> all = new LinkedHashMap<>();

    void add(LogRecord emit) {
        long slot = slot(emit.time());
        for (EventData run : emit.list("runs")) {
            Key key = new Key(emit.field("event"), String.valueOf(run.get("hook")));
            if (!all.containsKey(key) && all.size() >= MOST_HOOKS) {
                continue;
            }
            Figures figures = all.computeIfAbsent(key, it -> new Figures());
            figures.priority = (int) LogRecord.number(run, "priority");
            figures.slots
                    .computeIfAbsent(slot, it -> new TreeMap<>())
                    .merge(step(LogRecord.number(run, "elapsed_nanos")), 1, Integer::sum);
            if ("failure".equals(run.get("action"))) {
                figures.failures.merge(slot, 1, Integer::sum);
                figures.lastFailures.addFirst(EventData.of(
                        "time",
                        emit.time(),
                        "session",
                        emit.session(),
                        "failure",
                        LogRecord.words(run.get("failure"), 200)));
                if (figures.lastFailures.size() > MOST_FAILURES) {
                    figures.lastFailures.removeLast();
                }
            }
            forget(figures);
        }
    }

    private static void forget(Figures figures) {
        long oldest = Instant.now().minus(KEPT).toEpochMilli() / SLOT.toMillis();
        figures.slots.headMap(oldest).clear();
        figures.failures.headMap(oldest).clear();
    }

    private static long slot(String time) {
        try {
            return Instant.parse(time).toEpochMilli() / SLOT.toMillis();
        } catch (java.time.DateTimeException e) {
            return 0;
        }
    }

    /** Eight steps for each doubling. */
    private static int step(long nanos) {
        long value = Math.max(8, nanos);
        int power = 63 - Long.numberOfLeadingZeros(value);
        return power * 8 + (int) ((value >> (power - 3)) & 7);
    }

    private static long nanos(int step) {
        int power = step / 8;
        return (8L + step % 8) << (power - 3);
    }

    /** The figures of the last so many hours, one object for each event and hook. */
    List<EventData> json(Duration over) {
        long from = Instant.now().minus(over).toEpochMilli() / SLOT.toMillis();
        long total = all.values().stream()
                .mapToLong(each -> sum(merged(each.slots.tailMap(from).values())))
                .sum();
        List<EventData> list = new ArrayList<>();
        all.forEach((key, figures) -> list.add(json(key, figures, from, total)));
        return list;
    }

    private static EventData json(Key key, Figures figures, long from, long total) {
        Map<Integer, Integer> counts = merged(figures.slots.tailMap(from).values());
        List<EventData> series = new ArrayList<>();
        figures.slots
                .tailMap(from)
                .forEach((slot, steps) -> series.add(EventData.of(
                        "at",
                        Instant.ofEpochMilli(slot * SLOT.toMillis()).toString(),
                        "calls",
                        count(steps),
                        "p50_ns",
                        quantile(steps, 0.5),
                        "p99_ns",
                        quantile(steps, 0.99))));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", key.event());
        fields.put("hook", key.hook());
        fields.put("priority", figures.priority);
        fields.put("calls", count(counts));
        fields.put(
                "failures",
                figures.failures.tailMap(from).values().stream()
                        .mapToInt(it -> it)
                        .sum());
        fields.put("p50_ns", quantile(counts, 0.5));
        fields.put("p99_ns", quantile(counts, 0.99));
        fields.put("share", total == 0 ? 0.0 : Math.round(1000.0 * sum(counts) / total) / 1000.0);
        fields.put("series", series);
        fields.put("last_failures", List.copyOf(figures.lastFailures));
        return EventData.of(fields);
    }

    private static Map<Integer, Integer> merged(Iterable<Map<Integer, Integer>> slots) {
        Map<Integer, Integer> sum = new TreeMap<>();
        slots.forEach(slot -> slot.forEach((step, count) -> sum.merge(step, count, Integer::sum)));
        return sum;
    }

    private static int count(Map<Integer, Integer> steps) {
        return steps.values().stream().mapToInt(it -> it).sum();
    }

    private static long sum(Map<Integer, Integer> steps) {
        return steps.entrySet().stream()
                .mapToLong(each -> nanos(each.getKey()) * each.getValue())
                .sum();
    }

    private static long quantile(Map<Integer, Integer> steps, double part) {
        int wanted = (int) Math.ceil(count(steps) * part);
        int seen = 0;
        for (Map.Entry<Integer, Integer> each : steps.entrySet()) {
            seen += each.getValue();
            if (seen >= wanted && wanted > 0) {
                return nanos(each.getKey());
            }
        }
        return 0;
    }
}
