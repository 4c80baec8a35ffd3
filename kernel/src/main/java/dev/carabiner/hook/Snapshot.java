package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import dev.carabiner.event.EventNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All registrations at one moment, in running order. Emits read it without a lock; changing it makes a new one. */
final class Snapshot {

    /** Names come from code, not from the world; but if they ever did, they would not fill the memory. */
    private static final int MOST_CHAINS = 4_096;

    static final Snapshot EMPTY = new Snapshot(new RegisteredHook[0]);

    private final RegisteredHook[] hooks;
    private volatile Map<String, Chain> chains = Map.of(); // copied to be changed: reading it takes no lock
    private @Nullable HookOutcome lastUnheard;

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

    /**
     * The outcome of an emit that nobody heard. The same data emitted again gets the same outcome, so an event that
     * is emitted often and heard by nobody costs no memory. Outcomes are immutable, so the race here is harmless.
     */
    @SuppressWarnings("ReferenceEquality") // comparing the data itself would cost more than the outcome
    HookOutcome unheard(Chain chain, EventData data) {
        HookOutcome outcome = lastUnheard;
        if (outcome == null || outcome.data() != data || !outcome.event().equals(chain.event)) {
            outcome = HookOutcome.untouched(chain, data);
            lastUnheard = outcome;
        }
        return outcome;
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
