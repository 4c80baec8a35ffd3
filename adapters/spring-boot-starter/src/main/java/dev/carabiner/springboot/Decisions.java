package dev.carabiner.springboot;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The last decisions of all sessions and the questions that wait, for the endpoint, the meters and the health. */
public final class Decisions {

    private static final int MOST = 100;

    /**
     * One decision.
     *
     * @param what {@code ran}, {@code failed}, {@code denied} or {@code granted}
     * @param millis how long the tool took; 0 if none ran
     */
    public record Decision(
            @Nullable String time,
            @Nullable String session,
            String what,
            @Nullable String tool,
            @Nullable String reason,
            long millis) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Decision> last = new ArrayDeque<>();
    private final Map<String, EventData> pending = new ConcurrentHashMap<>();
    private final List<Consumer<Decision>> listeners = new CopyOnWriteArrayList<>();

    /** The last hundred decisions, the newest first. */
    public List<Decision> last() {
        lock.lock();
        try {
            return List.copyOf(last);
        } finally {
            lock.unlock();
        }
    }

    /** The questions that wait for an answer: id, tool and prompt. */
    public List<Map<String, @Nullable Object>> pending() {
        return pending.values().stream().map(EventData::asMap).toList();
    }

    /** Has each decision told from now on, on the thread that it was made on. */
    void tell(Consumer<Decision> listener) {
        listeners.add(listener);
    }

    void watch(HookRegistry registry) {
        watch(registry, "tool:post", data -> add(data, "ran", data.text("tool_name"), null));
        watch(registry, "error:tool", data -> add(data, "failed", data.text("tool_name"), null));
        watch(registry, "policy:violation", data -> add(data, "denied", data.text("tool_name"), data.text("reason")));
        watch(registry, "approval:required", data -> pending.put(key(data), shown(data)));
        watch(registry, "approval:granted", data -> {
            pending.remove(key(data));
            add(data, "granted", data.text("tool_name"), data.text("prompt"));
        });
        watch(registry, "approval:denied", data -> pending.remove(key(data)));
        watch(registry, "session:end", data -> forget(data.text("session_id") + "/"));
    }

    private static void watch(HookRegistry registry, String event, Consumer<EventData> watcher) {
        registry.observe(
                HookOptions.forEvent(event).priority(Integer.MAX_VALUE).name("carabiner-actuator"),
                (name, data) -> watcher.accept(data));
    }

    private static String key(EventData data) {
        return data.text("session_id") + "/" + data.text("request_id") + "/" + data.text("tool_call_id");
    }

    /** With a session go its questions. */
    private void forget(String session) {
        pending.keySet().removeIf(it -> it.startsWith(session));
    }

    private static EventData shown(EventData data) {
        return EventData.of(
                "session",
                data.text("session_id"),
                "request",
                data.text("request_id"),
                "tool",
                data.text("tool_name"),
                "prompt",
                data.text("prompt"));
    }

    private void add(EventData data, String what, @Nullable String tool, @Nullable String reason) {
        long millis = data.get("duration_ms") instanceof Number took ? took.longValue() : 0;
        Decision decision = new Decision(data.text("timestamp"), data.text("session_id"), what, tool, reason, millis);
        lock.lock();
        try {
            last.addFirst(decision);
            if (last.size() > MOST) {
                last.removeLast();
            }
        } finally {
            lock.unlock();
        }
        listeners.forEach(it -> it.accept(decision));
    }
}
