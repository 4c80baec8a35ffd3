package dev.carabiner.testkit;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistrar;
import dev.carabiner.hook.Registration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Watches a registry and remembers each event with the data that the last handler was given. It runs after all other
 * handlers, so an event that was denied is not among them; {@link #first} makes one that sees those too.
 */
public final class EventRecorder implements AutoCloseable {

    /** An event as the recorder saw it. */
    public record Seen(String event, EventData data) {}

    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final Registration registration;

    private EventRecorder(HookRegistrar hooks, String pattern, int priority) {
        HookOptions options =
                HookOptions.forEvent(pattern).name("event-recorder").priority(priority);
        registration = hooks.observe(options, (event, data) -> seen.add(new Seen(event, data)));
    }

    /** Sees every event after the other handlers. */
    public static EventRecorder last(HookRegistrar hooks) {
        return new EventRecorder(hooks, "*", Integer.MAX_VALUE);
    }

    /** Sees every event before the other handlers. */
    public static EventRecorder first(HookRegistrar hooks) {
        return new EventRecorder(hooks, "*", Integer.MIN_VALUE);
    }

    /** Sees the events of a name or pattern before the other handlers. */
    public static EventRecorder of(HookRegistrar hooks, String event) {
        return new EventRecorder(hooks, event, Integer.MIN_VALUE);
    }

    /** Everything it has seen, in order. */
    public List<Seen> seen() {
        return List.copyOf(seen);
    }

    /** The names of the events, in order. */
    public List<String> events() {
        return seen.stream().map(Seen::event).toList();
    }

    /** The data of each event of this name. */
    public List<EventData> all(String event) {
        return seen.stream()
                .filter(each -> each.event().equals(event))
                .map(Seen::data)
                .toList();
    }

    /**
     * The data of the one event of this name.
     *
     * @throws AssertionError if there is none, or more than one
     */
    public EventData only(String event) {
        List<EventData> found = all(event);
        if (found.size() != 1) {
            throw new AssertionError(event + " was seen " + found.size() + " times, expected once; seen: " + events());
        }
        return found.getFirst();
    }

    /**
     * Waits until an event of this name has been seen, and returns the data of the first one.
     *
     * @throws AssertionError if it does not come in time
     */
    public EventData await(String event, Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        while (all(event).isEmpty()) {
            if (System.nanoTime() - until > 0) {
                throw new AssertionError(event + " did not come within " + atMost + "; seen: " + events());
            }
            Thread.sleep(2);
        }
        return all(event).getFirst();
    }

    /** Forgets what it has seen so far. */
    public void clear() {
        seen.clear();
    }

    /** Stops watching. What it has seen stays. */
    @Override
    public void close() {
        registration.close();
    }
}
