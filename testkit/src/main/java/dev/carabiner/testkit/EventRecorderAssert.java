package dev.carabiner.testkit;

import dev.carabiner.event.EventData;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.AbstractAssert;

/** Assertions about the events that a recorder has seen. What fails lists them. */
public final class EventRecorderAssert extends AbstractAssert<EventRecorderAssert, EventRecorder> {

    EventRecorderAssert(EventRecorder actual) {
        super(actual, EventRecorderAssert.class);
    }

    /** Exactly these events, in this order. */
    public EventRecorderAssert sawExactly(String... events) {
        isNotNull();
        return holds(actual.events().equals(List.of(events)), "exactly " + List.of(events));
    }

    /** These events in this order, with any others before, between and after them. */
    public EventRecorderAssert sawInOrder(String... events) {
        isNotNull();
        int next = 0;
        for (String event : actual.events()) {
            next += next < events.length && event.equals(events[next]) ? 1 : 0;
        }
        return holds(next == events.length, "in this order " + List.of(events));
    }

    /** This event, once, with data for which the assertions hold. */
    public EventRecorderAssert sawOnce(String event, Consumer<EventData> assertions) {
        isNotNull();
        assertions.accept(actual.only(event));
        return this;
    }

    /** Not this event. */
    public EventRecorderAssert neverSaw(String event) {
        isNotNull();
        return holds(actual.all(event).isEmpty(), "no " + event);
    }

    private EventRecorderAssert holds(boolean condition, String expected) {
        if (!condition) {
            throw failure("%s", "Expected the recorder to have seen " + expected + "\n but it saw: " + actual.events());
        }
        return this;
    }
}
