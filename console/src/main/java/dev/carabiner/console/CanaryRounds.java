package dev.carabiner.console;

import dev.carabiner.event.EventData;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last round of canaries of each hook, as the logs tell of it; touched under the lock of its owner only. */
final class CanaryRounds {

    private static final int MOST_HOOKS = 300;
    private static final int WORDS = 200;

    private final Map<String, EventData> rounds = new LinkedHashMap<>();

    void add(LogRecord emit) {
        if (!emit.field("event").equals("canary:checked")
                || !(emit.eventData().get("guards") instanceof List<?> guards)) {
            return;
        }
        for (Object each : guards) {
            if (each instanceof Map<?, ?> guard && guard.get("probes") instanceof List<?> probes) {
                rounds.put(LogRecord.words(guard.get("hook_name"), WORDS), round(emit, guard, probes));
            }
        }
        while (rounds.size() > MOST_HOOKS) {
            rounds.remove(rounds.keySet().iterator().next());
        }
    }

    private static EventData round(LogRecord emit, Map<?, ?> guard, List<?> probes) {
        List<String> passed = probes.stream()
                .filter(it -> it instanceof Map<?, ?> probe && Boolean.FALSE.equals(probe.get("holds")))
                .map(it -> LogRecord.words(((Map<?, ?>) it).get("canary"), WORDS))
                .toList();
        return EventData.of(
                "time",
                emit.time(),
                "session",
                emit.session(),
                "works",
                Boolean.TRUE.equals(guard.get("works")),
                "probes",
                probes.size(),
                "passed",
                passed);
    }

    @Nullable
    EventData last(String hook) {
        return rounds.get(hook);
    }
}
