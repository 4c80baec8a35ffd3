package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who hears one event, in running order, each with the name it is given. */
final class Chain {

    /** These tell that something has been decided; their handlers cannot decide it again. */
    private static final Set<String> ANNOUNCEMENTS = Set.of("approval:required", "approval:granted", "approval:denied");

    final String event;
    final RegisteredHook[] hooks;
    final String[] namesGiven;
    final boolean isAnnouncement;

    private @Nullable HookOutcome lastUnheard;

    Chain(String canonicalEvent, RegisteredHook[] hooks) {
        this.event = canonicalEvent;
        this.hooks = hooks;
        this.namesGiven = new String[hooks.length];
        for (int i = 0; i < hooks.length; i++) {
            namesGiven[i] = hooks[i].nameGiven(canonicalEvent);
        }
        this.isAnnouncement = ANNOUNCEMENTS.contains(canonicalEvent);
    }

    /**
     * The outcome of an emit that nobody heard. The same data emitted again gets the same outcome, so an event that
     * is emitted often and heard by nobody costs no memory. Outcomes are immutable, so the race here is harmless.
     */
    @SuppressWarnings("ReferenceEquality") // comparing the data itself would cost more than the outcome
    HookOutcome unheard(EventData data) {
        HookOutcome outcome = lastUnheard;
        if (outcome == null || outcome.data() != data) {
            outcome = HookOutcome.untouched(this, data);
            lastUnheard = outcome;
        }
        return outcome;
    }
}
