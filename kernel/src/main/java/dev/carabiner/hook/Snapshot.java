package dev.carabiner.hook;

import dev.carabiner.event.EventNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** All registrations at one moment, in running order. Emits read it without a lock; changing it makes a new one. */
final class Snapshot {

    /** Names come from code, not from the world; but if they ever did, they would not fill the memory. */
    private static final int MOST_CHAINS = 4_096;

    static final Snapshot EMPTY = new Snapshot(new RegisteredHook[0]);

    private final RegisteredHook[] hooks;
    private volatile Map<String, Chain> chains = Map.of(); // copied to be changed: reading it takes no lock

    private Snapshot(RegisteredHook[] hooks) {
        this.hooks = hooks;
    }

    /** Who hears the event; by whichever of its names it was emitted. */
    Chain chain(String event) {
        Chain known = chains.get(Objects.requireNonNull(event, "event name"));
        return known != null ? known : resolve(event);
    }

    private Chain resolve(String event) {
        String name = EventNames.requireName(event);
        String canonical = EventNames.canonical(name);
        RegisteredHook[] hearing =
                Arrays.stream(hooks).filter(hook -> hook.hears(canonical)).toArray(RegisteredHook[]::new);
        Chain chain = new Chain(canonical, hearing);
        remember(name, chain);
        return chain;
    }

    /** Two threads may each lose the other's addition; then it is resolved once more. */
    private void remember(String name, Chain chain) {
        Map<String, Chain> known = chains;
        if (known.size() < MOST_CHAINS) {
            Map<String, Chain> more = new HashMap<>(known);
            more.put(name, chain);
            chains = more;
        }
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

    /** This very snapshot if the hook is not there: closing twice throws no chain away. */
    Snapshot without(RegisteredHook removed) {
        RegisteredHook[] rest =
                Arrays.stream(hooks).filter(hook -> hook != removed).toArray(RegisteredHook[]::new);
        return rest.length == hooks.length ? this : new Snapshot(rest);
    }

    List<RegisteredHook> hooks() {
        return List.of(hooks);
    }
}
