package dev.carabiner.runtime.context;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.json.EventDataJson;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** The tokens of messages, each counted once. Any thread may call it. */
final class MessageTokens {

    /** What a role and the marks around a message cost, roughly, with every model. */
    private static final int AROUND_A_MESSAGE = 4;

    private final TokenCounter counter;
    private final ReentrantLock lock = new ReentrantLock();
    private final IdentityHashMap<Message, Integer> counted = new IdentityHashMap<>();

    MessageTokens(TokenCounter counter) {
        this.counter = counter;
    }

    TokenCounter counter() {
        return counter;
    }

    int of(List<Message> messages) {
        long sum = 0;
        for (Message message : messages) {
            sum += of(message);
        }
        return (int) Math.min(sum, Integer.MAX_VALUE);
    }

    int of(Message message) {
        lock.lock();
        try {
            return counted.computeIfAbsent(message, this::count);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets all other messages. */
    void retain(List<Message> messages) {
        IdentityHashMap<Message, Integer> kept = new IdentityHashMap<>();
        messages.forEach(message -> kept.put(message, 0));
        lock.lock();
        try {
            counted.keySet().removeIf(message -> !kept.containsKey(message));
        } finally {
            lock.unlock();
        }
    }

    private int count(Message message) {
        long tokens = AROUND_A_MESSAGE + (long) counter.count(message.text());
        for (ToolCall call : message.toolCalls()) {
            tokens += counter.count(call.name());
            tokens += counter.count(EventDataJson.write(call.input()));
        }
        return (int) Math.min(tokens, Integer.MAX_VALUE);
    }
}
