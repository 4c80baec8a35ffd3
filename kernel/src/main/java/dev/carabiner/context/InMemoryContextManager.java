package dev.carabiner.context;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A conversation that lives as long as the object. */
public final class InMemoryContextManager implements ContextManager {

    private final Clock clock;
    private final InjectionLimits limits;

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Message> stored = new ArrayList<>();
    private final Set<String> openCalls = new LinkedHashSet<>();
    private final List<Message> heldBack = new ArrayList<>(); // injected while a call waits for its result
    private final List<Injection> ephemeral = new ArrayList<>();

    public InMemoryContextManager() {
        this(InjectionLimits.DEFAULT, Clock.systemUTC());
    }

    public InMemoryContextManager(InjectionLimits limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    @Override
    public void add(Message message) {
        Objects.requireNonNull(message, "message");
        lock.lock();
        try {
            if (message.role() == Role.ASSISTANT && message.toolCalls().isEmpty()) {
                release(); // the model has gone on without the result
            }
            stored.add(message);
            message.toolCalls().forEach(call -> openCalls.add(call.id()));
            if (message.isToolResult() && openCalls.remove(message.toolCallId()) && openCalls.isEmpty()) {
                release();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void inject(Injection injection) {
        Injection safe = injection.isAdmitted() ? injection : checked(injection);
        lock.lock();
        try {
            if (safe.isEphemeral()) {
                ephemeral.add(safe);
            } else if (openCalls.isEmpty()) {
                stored.add(asMessage(safe));
            } else {
                heldBack.add(asMessage(safe));
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<Message> messages() {
        lock.lock();
        try {
            return List.copyOf(inOrder());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<Message> forNextRequest() {
        lock.lock();
        try {
            List<Message> request = inOrder();
            boolean afterToolResult = !request.isEmpty() && request.getLast().isToolResult();
            for (Injection injection : ephemeral) {
                if (injection.isAppended() && afterToolResult) {
                    appendToToolResult(request, injection);
                } else {
                    request.add(asMessage(injection));
                }
            }
            ephemeral.clear();
            return List.copyOf(request);
        } finally {
            lock.unlock();
        }
    }

    /** The last tool result is the last stored message; ephemeral messages may already stand behind it. */
    private void appendToToolResult(List<Message> request, Injection injection) {
        int last = stored.size() - 1;
        Message result = request.get(last);
        request.set(last, result.withText(result.text() + "\n\n" + injection.text()));
    }

    private List<Message> inOrder() {
        List<Message> all = new ArrayList<>(stored);
        all.addAll(heldBack);
        return all;
    }

    private void release() {
        stored.addAll(heldBack);
        heldBack.clear();
        openCalls.clear();
    }

    private Injection checked(Injection injection) {
        Injection safe = injection.withText(SafeText.of(injection.text()));
        if (Injections.bytes(safe.text()) > limits.bytes()) {
            throw new InjectionTooLargeException(safe, limits.bytes());
        }
        return safe;
    }

    private Message asMessage(Injection injection) {
        Instant when = injection.timestamp() == null ? clock.instant() : injection.timestamp();
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        metadata.put("source", "hook");
        metadata.put("hook_name", injection.author());
        metadata.put("event", injection.event());
        metadata.put("timestamp", when);
        return new Message(injection.role(), injection.text(), metadata, List.of(), null);
    }
}
