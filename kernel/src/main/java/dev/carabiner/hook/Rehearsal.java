package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * An emit that decides nothing, and what would have come of it without one of its handlers. Each handler is called once
 * for each different data that it would be given, on the threads on which an emit calls it; so a handler behind a denial
 * is first called when {@link #without} leaves the denying one out.
 *
 * <p>For one thread at a time.
 */
public final class Rehearsal {

    private final String event;
    private final RegisteredHook[] hooks;
    private final EventData data;
    private final Emission how;
    private final HookOutcome outcome;

    Rehearsal(Chain chain, EventData data, Emission how) {
        this.event = chain.event;
        this.hooks = Arrays.stream(chain.hooks).map(RememberedAnswers::of).toArray(RegisteredHook[]::new);
        this.data = data;
        this.how = how;
        this.outcome = run(hooks);
    }

    /** The handlers that are registered for the event, in running order. */
    public List<ListedHandler> handlers() {
        return Arrays.stream(hooks).map(RegisteredHook::listed).toList();
    }

    /** What the handlers decide. Its questions are open. */
    public HookOutcome outcome() {
        return outcome;
    }

    /** What they would decide if the one at this place of {@link #handlers()} were not registered. */
    public HookOutcome without(int place) {
        Objects.checkIndex(place, hooks.length);
        return run(IntStream.range(0, hooks.length)
                .filter(at -> at != place)
                .mapToObj(at -> hooks[at])
                .toArray(RegisteredHook[]::new));
    }

    private HookOutcome run(RegisteredHook[] present) {
        return EmitDepth.within(
                event, () -> Dispatch.run(new Chain(event, present), data, how, System.nanoTime(), null));
    }
}
