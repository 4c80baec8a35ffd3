package dev.carabiner.hook;

import dev.carabiner.event.EventNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All registrations at one moment, in running order. Emits read it without a lock; changing it makes a new one. */
final class Snapshot {

    /** Names come from code, not from the world; but if they ever did, they would not fill the memory. */
    private static final int MOST_CHAINS = 4_096;

    static final Snapshot EMPTY = new Snapshot(new RegisteredHook[0]);

    private final RegisteredHook[] hooks;
    private final ConcurrentHashMap<String, Chain> chains = new ConcurrentHashMap<>();

    private Snapshot(RegisteredHook[] hooks) {
        this.hooks = hooks;
    }

    /** Who hears the event; by whichever of its names it was emitted. */
    Chain chain(String event) {
        Chain known = chains.get(event);
        return known != null ? known : resolve(event);
    }

    private Chain resolve(@Nullable String event) {
        String name = EventNames.requireName(Objects.requireNonNull(event, "event name"));
        String canonical = EventNames.canonical(name);
        RegisteredHook[] hearing =
                Arrays.stream(hooks).filter(hook -> hook.hears(canonical)).toArray(RegisteredHook[]::new);
        Chain chain = new Chain(canonical, hearing);
        if (chains.size() < MOST_CHAINS) {
            chains.put(name, chain);
        }
        return chain;
    }

    Snapshot with(RegisteredHook added) {
        List<RegisteredHook> all = new ArrayList<>(Arrays.asList(hooks));
        int at = all.size();
        while (at > 0 && added.runsBefore(all.get(at - 1))) {
            at--;
        }
        all.add(at, added);
        return new Snapshot(all.toArray(RegisteredHook[]::new));
    }

    Snapshot without(RegisteredHook removed) {
        return new Snapshot(Arrays.stream(hooks).filter(hook -> hook != removed).toArray(RegisteredHook[]::new));
    }

    List<RegisteredHook> hooks() {
        return List.of(hooks);
    }
}
