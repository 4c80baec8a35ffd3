package dev.carabiner.console;

import dev.carabiner.engine.check.Finding;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The hooks in running order by event: those that the bundle mounts, and those that the logs tell of, with figures and findings. */
final class HookApi {

    private static final Map<String, Duration> SPANS = Map.of("1h", Duration.ofHours(1), "24h", Duration.ofHours(24));

    private static final int WORDS = 2_000;

    private final LogFollower follower;
    private final Supplier<List<MountedHook>> mounted;
    private final Supplier<@Nullable List<Finding>> findings;

    HookApi(LogFollower follower, Supplier<List<MountedHook>> mounted, Supplier<@Nullable List<Finding>> findings) {
        this.follower = follower;
        this.mounted = mounted;
        this.findings = findings;
    }

    Reply list(@Nullable String over) {
        String wanted = over == null ? "1h" : over;
        Duration span = SPANS.get(wanted);
        if (span == null) {
            throw Problem.badRequest("\"over\" is neither 1h nor 24h");
        }
        List<MountedHook> bundle = mounted.get();
        List<Finding> found = findings.get();
        List<EventData> all = new ArrayList<>();
        for (EventData figures : follower.figures(span)) {
            all.add(with(figures, match(figures, bundle), found));
        }
        for (MountedHook hook : bundle) {
            boolean seen = all.stream().anyMatch(each -> hook.name().equals(each.get("hook")));
            if (!seen) {
                all.add(with(unseen(hook), hook, found));
            }
        }
        all.sort(Comparator.comparing((EventData it) -> String.valueOf(it.get("event")))
                .thenComparingLong(it -> LogRecord.number(it, "priority")));
        Set<Object> listed = all.stream().map(it -> it.get("hook")).collect(Collectors.toSet());
        return Reply.json(
                200,
                EventData.of(
                        "over",
                        wanted,
                        "slot_seconds",
                        HookFigures.SLOT.toSeconds(),
                        "hooks",
                        all,
                        "findings",
                        shown(found, it -> it.hooks().stream().noneMatch(listed::contains))));
    }

    private static @Nullable List<EventData> shown(@Nullable List<Finding> found, Predicate<Finding> which) {
        return found == null
                ? null
                : found.stream().filter(which).map(HookApi::shown).toList();
    }

    /** Names and values of the bundle are in its texts: each becomes one line in which all characters are visible. */
    private static EventData shown(Finding finding) {
        EventData json = finding.json();
        for (String field : List.of("file", "finding", "fix")) {
            json = json.with(field, LogRecord.words(json.get(field), WORDS));
        }
        return json;
    }

    private static @Nullable MountedHook match(EventData figures, List<MountedHook> bundle) {
        return bundle.stream()
                .filter(it -> it.name().equals(figures.get("hook")))
                .filter(it -> covers(it.event(), String.valueOf(figures.get("event"))))
                .findFirst()
                .orElse(null);
    }

    private static boolean covers(String registered, String event) {
        return registered.equals("*")
                || registered.equals(event)
                || (registered.endsWith(":*") && event.startsWith(registered.substring(0, registered.length() - 1)));
    }

    private static EventData unseen(MountedHook hook) {
        return EventData.of(Map.of(
                "event",
                hook.event(),
                "hook",
                hook.name(),
                "priority",
                hook.priority(),
                "calls",
                0,
                "failures",
                0,
                "p50_ns",
                0,
                "p99_ns",
                0,
                "share",
                0,
                "series",
                List.of(),
                "last_failures",
                List.of()));
    }

    private EventData with(EventData figures, @Nullable MountedHook hook, @Nullable List<Finding> found) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(figures.asMap());
        String name = String.valueOf(figures.get("hook"));
        fields.put("mounted", hook != null);
        fields.put("findings", shown(found, it -> it.hooks().contains(name)));
        fields.put("canaries", follower.canaries(name));
        fields.put("on_failure", hook == null ? null : hook.onFailure());
        Duration timeout = hook == null ? null : hook.timeout();
        fields.put("timeout_ms", timeout == null ? null : timeout.toMillis());
        return EventData.of(fields);
    }
}
