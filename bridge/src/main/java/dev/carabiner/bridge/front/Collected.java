package dev.carabiner.bridge.front;

import dev.carabiner.context.Injection;
import dev.carabiner.context.InjectionSink;
import dev.carabiner.display.Display;
import dev.carabiner.display.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What hooks tell the model and the user while one event is judged: it goes back with the answer to that event. What is told
 * while none is judged, and what an agent had no words for, waits for the next answer.
 */
public final class Collected implements InjectionSink, Display {

    private static final int MOST_WAITING = 64;

    /** Of the thread that judges: a display belongs to all sessions of an engine. */
    private static final ThreadLocal<Event> CURRENT = new ThreadLocal<>();

    private final ConcurrentLinkedQueue<String> waiting = new ConcurrentLinkedQueue<>();

    /** One event's. */
    static final class Event {
        private final List<String> context = new ArrayList<>();
        private final List<String> messages = new ArrayList<>();

        String messages() {
            return String.join("\n", messages);
        }
    }

    Event begin() {
        Event event = new Event();
        CURRENT.set(event);
        return event;
    }

    void end() {
        CURRENT.remove();
    }

    /** What the model is to be told; kept for later if it cannot be told now. */
    String context(Event event, boolean canBeTold) {
        if (!canBeTold) {
            event.context.forEach(this::keep);
            return "";
        }
        List<String> all = new ArrayList<>();
        for (String text = waiting.poll(); text != null; text = waiting.poll()) {
            all.add(text);
        }
        all.addAll(event.context);
        return String.join("\n\n", all);
    }

    @Override
    public void inject(Injection injection) {
        Event event = CURRENT.get();
        if (event == null) {
            keep(injection.text());
        } else {
            event.context.add(injection.text());
        }
    }

    @Override
    public void show(UserMessage message) {
        Event event = CURRENT.get();
        if (event != null) {
            event.messages.add(message.text());
        }
    }

    private void keep(String text) {
        if (waiting.size() < MOST_WAITING) {
            waiting.add(text);
        }
    }
}
