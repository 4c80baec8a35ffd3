package dev.carabiner.bridge.foreign;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A hook of another agent may rewrite an input or an output and, in the same answer, ask or tell the model something; a result here does
 * one thing. The rest is kept, by event, call and hook, for a handler that comes right after them. It stays until the same hook
 * answers for the same call again, since a handler that asked may be called twice.
 */
final class Leftovers {

    private static final int MOST_CALLS = 256;

    private record Kept(HookResult.@Nullable AskUser question, String context) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Map<HookEntry, Kept>> byCall = new LinkedHashMap<>();

    void keep(String event, EventData data, HookEntry hook, HookResult.@Nullable AskUser question, String context) {
        lock.lock();
        try {
            String call = call(event, data);
            Map<HookEntry, Kept> kept = byCall.computeIfAbsent(call, it -> new LinkedHashMap<>());
            if (question == null && context.isEmpty()) {
                kept.remove(hook);
            } else {
                kept.put(hook, new Kept(question, context));
            }
            if (kept.isEmpty() || byCall.size() > MOST_CALLS) {
                byCall.remove(kept.isEmpty() ? call : byCall.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    HookResult question(String event, EventData data) {
        return of(event, data).values().stream()
                .map(Kept::question)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Nullable
    HookResult context(String event, EventData data) {
        String text = of(event, data).values().stream()
                .map(Kept::context)
                .filter(it -> !it.isEmpty())
                .collect(Collectors.joining("\n\n"));
        return text.isEmpty() ? null : HookResult.inject(text);
    }

    private Map<HookEntry, Kept> of(String event, EventData data) {
        lock.lock();
        try {
            return new LinkedHashMap<>(byCall.getOrDefault(call(event, data), Map.of()));
        } finally {
            lock.unlock();
        }
    }

    private static String call(String event, EventData data) {
        return event + " " + data.text("session_id") + " " + data.text("tool_call_id");
    }
}
