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
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A conversation that lives as long as the object. */
public final class InMemoryContextManager implements ContextManager {

    private final Clock clock;
    private final InjectionLimits limits;
    private final MessageJournal journal;

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Message> stored = new ArrayList<>();
    private final Set<String> openCalls = new LinkedHashSet<>();
    private final List<Message> heldBack = new ArrayList<>(); // injected while a call waits for its result
    private final List<Injection> ephemeral = new ArrayList<>();

    /** With the usual limits, and written down nowhere. */
    public InMemoryContextManager() {
        this(InjectionLimits.DEFAULT, Clock.systemUTC());
    }

    /** With these limits, and written down nowhere. */
    public InMemoryContextManager(InjectionLimits limits, Clock clock) {
        this(limits, clock, MessageJournal.none());
    }

    /** With these limits, and written down in the journal before a change is made. */
    public InMemoryContextManager(InjectionLimits limits, Clock clock, MessageJournal journal) {
        this.limits = limits;
        this.clock = clock;
        this.journal = journal;
    }

    /** Goes on with a conversation as {@link #messages} gave it. The journal is not told: it is where they come from. */
    public void restore(List<Message> before) {
        lock.lock();
        try {
            for (Message message : before) {
                if (!openCalls.isEmpty() && "hook".equals(message.metadata().get("source"))) {
                    heldBack.add(message);
                } else {
                    add(message, stored::add);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Replaces what is stored, on this thread and while no other can add to it. Calls that wait for their results must
     * stay; so do the injections that wait for them, which are not among what is given. The journal is told, unless the
     * change returns the list that it was given. If the change or the journal throws, nothing is replaced.
     */
    @SuppressWarnings("ReferenceEquality") // the very list that was given: no change
    public void rewrite(UnaryOperator<List<Message>> change) {
        lock.lock();
        try {
            List<Message> before = List.copyOf(stored);
            List<Message> changed = List.copyOf(change.apply(before));
            if (changed == before) {
                return;
            }
            journal.compacted(changed);
            stored.clear();
            stored.addAll(changed);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void add(Message message) {
        Objects.requireNonNull(message, "message");
        lock.lock();
        try {
            add(message, this::store);
        } finally {
            lock.unlock();
        }
    }

    private void add(Message message, Consumer<Message> store) {
        if (message.role() == Role.ASSISTANT && message.toolCalls().isEmpty()) {
            release(store); // the model has gone on without the result
        }
        store.accept(message);
        message.toolCalls().forEach(call -> openCalls.add(call.id()));
        if (message.isToolResult() && openCalls.remove(message.toolCallId()) && openCalls.isEmpty()) {
            release(store);
        }
    }

    @Override
    public void inject(Injection injection) {
        Injection safe = checked(injection);
        lock.lock();
        try {
            if (safe.isEphemeral()) {
                ephemeral.add(safe);
            } else if (openCalls.isEmpty()) {
                store(asMessage(safe));
            } else {
                Message message = asMessage(safe);
                journal.held(message);
                heldBack.add(message);
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

    private void store(Message message) {
        journal.added(message);
        stored.add(message);
    }

    private void release(Consumer<Message> store) {
        while (!heldBack.isEmpty()) {
            store.accept(heldBack.getFirst());
            heldBack.removeFirst(); // only now: what could not be stored still waits
        }
        openCalls.clear();
    }

    private Injection checked(Injection injection) {
        Injection safe = injection.withText(SafeText.of(injection.text()));
        if (!safe.isAdmitted() && Injections.bytes(safe.text()) > limits.bytes()) {
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
