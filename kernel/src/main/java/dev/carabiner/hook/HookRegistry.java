package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import dev.carabiner.event.EventNames;
import dev.carabiner.event.EventType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Who listens to which event. Any thread may register, close and emit at any time: an emit works on the registrations
 * there were when it began, and takes no lock.
 */
public final class HookRegistry implements HookRegistrar {

    private static final Duration COLLECTING_TIMEOUT = Duration.ofSeconds(1);

    private final ReentrantLock writing = new ReentrantLock();
    private long registrations;
    private long generatedNames;

    private volatile Snapshot snapshot = Snapshot.EMPTY;
    private volatile EventData defaultFields = EventData.empty();

    public HookRegistry() {}

    /** With priority 0, no timeout, a made-up name, and failures that do no harm. */
    @Override
    public Registration register(String event, HookHandler handler) {
        return register(HookOptions.forEvent(event), handler);
    }

    @Override
    public Registration register(String event, int priority, String name, HookHandler handler) {
        return register(HookOptions.forEvent(event).priority(priority).name(name), handler);
    }

    @Override
    public Registration register(HookOptions options, HookHandler handler) {
        return add(options, handler, handler);
    }

    /** The same as {@link #register(String, HookHandler)}. */
    @Override
    public Registration on(String event, HookHandler handler) {
        return register(event, handler);
    }

    /** Registers a handler that is given the event's typed view; data that does not fit it is a failure. */
    @Override
    public <V> Registration on(EventType<V> type, HookOptions options, TypedHandler<V> handler) {
        if (!EventNames.canonical(options.event()).equals(EventNames.canonical(type.name()))) {
            throw new InvalidHookException(
                    "A handler for the view of " + type.name() + " cannot be registered for " + options.event());
        }
        HookHandler viewing = (event, data) -> handler.handle(type.view(data), data);
        return add(options, handler, viewing);
    }

    @Override
    public <V> Registration on(EventType<V> type, TypedHandler<V> handler) {
        return on(type, HookOptions.forEvent(type), handler);
    }

    /** Registers somebody who only watches. */
    @Override
    public Registration observe(HookOptions options, HookObserver observer) {
        HookHandler watching = (event, data) -> {
            observer.observe(event, data);
            return null;
        };
        return add(options, observer, watching);
    }

    @Override
    public Registration observe(String event, HookObserver observer) {
        return observe(HookOptions.forEvent(event), observer);
    }

    /** Fields that every event has unless it brings its own of that name. Replaces those set before. */
    public void setDefaultFields(Map<String, ?> fields) {
        setDefaultFields(EventData.of(fields));
    }

    public void setDefaultFields(EventData fields) {
        defaultFields = Objects.requireNonNull(fields, "default fields");
    }

    public HookOutcome emit(String event, Map<String, ?> data) {
        return emit(event, EventData.of(data));
    }

    /** Runs the event's handlers on this thread and returns what they decided. */
    public HookOutcome emit(String event, EventData data) {
        Chain chain = snapshot.chain(event);
        EmitDepth depth = EmitDepth.checked(chain.event);
        int[] cells = depth.cells;
        int outside = cells[EmitDepth.COUNT];
        cells[EmitDepth.COUNT] = outside + 1;
        try {
            HookOutcome last = depth.lastQuiet;
            HookOutcome outcome = Dispatch.run(chain, merged(data), Emission.BARE, last);
            if (outcome != last && outcome.isQuiet()) {
                depth.lastQuiet = outcome;
            }
            return outcome;
        } finally {
            cells[EmitDepth.COUNT] = outside;
        }
    }

    /** For a coordinator, which has counted its emit as one deeper already: an emit of a session. */
    public HookOutcome emit(String event, EventData data, Emission how) {
        EventData merged = merged(data).overlaidWith(how.pinned());
        return Dispatch.run(snapshot.chain(event), merged, how, null);
    }

    /** What the handlers have to offer, one second for each. */
    public List<EventData> emitAndCollect(String event, Map<String, ?> data) {
        return emitAndCollect(event, data, COLLECTING_TIMEOUT);
    }

    public List<EventData> emitAndCollect(String event, EventData data) {
        return emitAndCollect(event, data, COLLECTING_TIMEOUT);
    }

    public List<EventData> emitAndCollect(String event, Map<String, ?> data, Duration timeout) {
        return emitAndCollect(event, EventData.of(data), timeout);
    }

    /** All data of any result, in running order. Every handler gets the same data, and no action has an effect. */
    public List<EventData> emitAndCollect(String event, EventData data, Duration timeout) {
        return Collecting.run(snapshot.chain(event), merged(data), timeout);
    }

    /** Every event with its handlers' names in running order; a pattern stands under itself. */
    public Map<String, List<String>> listHandlers() {
        Map<String, List<String>> names = new TreeMap<>();
        for (RegisteredHook hook : snapshot.hooks()) {
            names.computeIfAbsent(hook.listedUnder(), event -> new ArrayList<>())
                    .add(hook.name());
        }
        names.replaceAll((event, handlers) -> List.copyOf(handlers));
        return Collections.unmodifiableMap(names);
    }

    public Map<String, List<String>> listHandlers(String event) {
        String listed = EventNames.canonical(EventNames.requireNameOrPattern(event));
        return Map.of(listed, listHandlers().getOrDefault(listed, List.of()));
    }

    private EventData merged(EventData data) {
        return defaultFields.overlaidWith(Objects.requireNonNull(data, "event data"));
    }

    /** The author is whom a made-up name is taken from: the handler itself, not what it is wrapped in. */
    private Registration add(HookOptions options, @Nullable Object author, HookHandler handler) {
        Objects.requireNonNull(options, "the options of a hook");
        if (author == null) {
            String name = options.name() == null ? "" : " named " + options.name();
            throw new InvalidHookException("The hook" + name + " for " + options.event() + " has no handler (null)");
        }
        writing.lock();
        try {
            String name = options.name() == null ? nameFor(author) : options.name();
            RegisteredHook hook = new RegisteredHook(options, name, registrations++, handler);
            snapshot = snapshot.with(hook);
            Place place = new Place(hook);
            AllOrNone.registered(place::close);
            return place;
        } finally {
            writing.unlock();
        }
    }

    private String nameFor(Object author) {
        Class<?> type = author.getClass();
        boolean nameless = type.isHidden() || type.isSynthetic() || type.isAnonymousClass();
        return nameless ? "hook-" + ++generatedNames : type.getSimpleName();
    }

    private void remove(RegisteredHook hook) {
        writing.lock();
        try {
            snapshot = snapshot.without(hook);
        } finally {
            writing.unlock();
        }
    }

    private final class Place implements Registration {

        private final RegisteredHook hook;

        Place(RegisteredHook hook) {
            this.hook = hook;
        }

        @Override
        public String name() {
            return hook.name();
        }

        @Override
        public void close() {
            remove(hook);
        }
    }
}
