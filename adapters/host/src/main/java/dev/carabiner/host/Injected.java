package dev.carabiner.host;

import dev.carabiner.context.ContextManager;
import dev.carabiner.context.Injection;
import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.event.EventData;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What hooks have injected into a conversation that the framework keeps. Each injection is in the next request. A
 * persistent one stays at the place where it was sent first, for as long as the framework sends the message beside it.
 */
final class Injected implements ContextManager {

    /** Persistent injections that are kept for one conversation; the oldest go first. */
    private static final int MOST = 256;

    /**
     * @param messages one injection, or an answer that was not the last one and what was said to it
     * @param beside the framework's message at whose side they stand
     */
    private record Placed(List<Message> messages, Message beside, boolean before) {}

    private final Tally tally;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Injection> waiting = new ArrayList<>();
    private final List<Injection> beforePrompt = new ArrayList<>();
    private final Deque<Placed> placed = new ArrayDeque<>();

    /** @param tally counts what is added for good */
    Injected(Tally tally) {
        this.tally = tally;
    }

    @Override
    public void inject(Injection injection) {
        lock.lock();
        try {
            waiting.add(injection);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the next request is sent as the framework made it. */
    boolean isEmpty() {
        lock.lock();
        try {
            return waiting.isEmpty() && beforePrompt.isEmpty() && placed.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** The prompt comes now: what was injected until here stands before it. */
    void promptComes() {
        lock.lock();
        try {
            for (Iterator<Injection> all = waiting.iterator(); all.hasNext(); ) {
                Injection injection = all.next();
                if (!injection.isEphemeral()) {
                    beforePrompt.add(injection);
                    all.remove();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** An answer that is not to be the last, and what the hooks say to it: they stand where the answer came. */
    void sendOn(Message answered, Message answer, Message reason) {
        lock.lock();
        try {
            keep(new Placed(List.of(answer, reason), answered, false));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds to a request what belongs into it: what waits, which then has its place, and what has a place already.
     *
     * @param shown the messages of the request as hooks see them; what is added is added to both lists
     */
    <F> void addTo(List<F> request, List<Message> shown, MessageForm<F> form) {
        lock.lock();
        try {
            if (waiting.isEmpty() && beforePrompt.isEmpty() && placed.isEmpty()) {
                return;
            }
            Message prompt = lastPrompt(shown);
            if (prompt != null) {
                beforePrompt.forEach(it -> keep(new Placed(List.of(asMessage(it)), prompt, true)));
                beforePrompt.clear();
            }
            settle(shown);
            Set<Message> inserted = Collections.newSetFromMap(new IdentityHashMap<>());
            placed.forEach(one -> insert(one, request, shown, form, inserted));
            addEphemeral(request, shown, form);
        } finally {
            lock.unlock();
        }
    }

    /** The same for what was injected while the hooks looked at the request: it comes last. */
    <F> void addLate(List<F> request, Message last, MessageForm<F> form) {
        lock.lock();
        try {
            for (Injection injection : waiting) {
                if (injection.isAppended() && last.isToolResult()) {
                    F result = request.getLast();
                    request.set(request.size() - 1, form.withText(result, appended(form.shown(result), injection)));
                } else {
                    Message message = asMessage(injection);
                    request.add(form.written(message, false));
                    if (!injection.isEphemeral()) {
                        keep(new Placed(List.of(message), last, false));
                    }
                }
            }
            waiting.clear();
        } finally {
            lock.unlock();
        }
    }

    private void settle(List<Message> shown) {
        for (Iterator<Injection> all = waiting.iterator(); all.hasNext() && !shown.isEmpty(); ) {
            Injection injection = all.next();
            if (!injection.isEphemeral()) {
                keep(new Placed(List.of(asMessage(injection)), shown.getLast(), false));
                all.remove();
            }
        }
    }

    private void keep(Placed one) {
        tally.message(); // what stands before the hooks' reason is an answer, and counted
        placed.addLast(one);
        if (placed.size() > MOST) {
            placed.removeFirst();
        }
    }

    private static @Nullable Message lastPrompt(List<Message> shown) {
        for (Message message : shown.reversed()) {
            if (message.role() == Role.USER) {
                return message;
            }
        }
        return null;
    }

    private static <F> void insert(
            Placed one, List<F> request, List<Message> shown, MessageForm<F> form, Set<Message> inserted) {
        int at = shown.lastIndexOf(one.beside());
        if (at < 0) {
            return; // the framework has forgotten what it stood beside
        }
        if (!one.before()) {
            at++;
            while (at < shown.size() && inserted.contains(shown.get(at))) {
                at++;
            }
        }
        for (Message message : one.messages()) {
            boolean first = shown.subList(0, at).stream().allMatch(it -> it.role() == Role.SYSTEM);
            request.add(at, form.written(message, first));
            shown.add(at++, message);
            inserted.add(message);
        }
    }

    private <F> void addEphemeral(List<F> request, List<Message> shown, MessageForm<F> form) {
        boolean afterResult = !shown.isEmpty() && shown.getLast().isToolResult();
        int last = shown.size() - 1;
        for (Injection injection : waiting) {
            if (injection.isAppended() && afterResult) {
                String text = appended(shown.get(last), injection);
                request.set(last, form.withText(request.get(last), text));
                shown.set(last, shown.get(last).withText(text));
            } else {
                Message message = asMessage(injection);
                request.add(form.written(message, false));
                shown.add(message);
            }
        }
        waiting.clear();
    }

    private static String appended(Message result, Injection injection) {
        return result.text() + "\n\n" + injection.text();
    }

    private static Message asMessage(Injection injection) {
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        metadata.put("source", "hook");
        metadata.put("hook_name", injection.author());
        metadata.put("event", injection.event());
        metadata.put("timestamp", injection.timestamp());
        return new Message(injection.role(), injection.text(), Map.of(), List.of(), null)
                .withMetadata(EventData.of(metadata));
    }

    /** Does nothing: the framework keeps the conversation. */
    @Override
    public void add(Message message) {}

    @Override
    public List<Message> messages() {
        return List.of();
    }

    @Override
    public List<Message> forNextRequest() {
        return List.of();
    }
}
