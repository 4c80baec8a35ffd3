package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Finds out how deep emits may be nested here and now, by going down until one throws. */
final class NestedEmits {

    private static final String EVENT = "nesting:probe";

    private NestedEmits() {}

    static int deepestOn(HookRegistry registry) {
        return deepestOn(registry, HookOptions.forEvent(EVENT));
    }

    static int deepestOn(HookRegistry registry, HookOptions options) {
        var deepest = new AtomicInteger();
        Registration probe = registry.register(options, (event, data) -> {
            int depth = (int) data.get("depth");
            deepest.accumulateAndGet(depth, Math::max);
            registry.emit(EVENT, EventData.of("depth", depth + 1));
            return null;
        });
        registry.emit(EVENT, Map.of("depth", 1));
        probe.close();
        return deepest.get();
    }
}
