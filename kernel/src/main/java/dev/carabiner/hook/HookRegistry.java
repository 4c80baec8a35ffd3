package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import dev.carabiner.event.EventNames;
import dev.carabiner.event.EventType;
import dev.carabiner.event.Events;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
    private final Set<String> warnedOf = new HashSet<>(); // names that were probably meant otherwise
    private long registrations;
    private long generatedNames;

    private volatile Snapshot snapshot = Snapshot.EMPTY;
    private volatile EventData defaultFields = EventData.empty();

    /** A registry without handlers and default fields. */
    public HookRegistry() {}

    @Override
    public Registration register(HookOptions options, HookHandler handler) {
        return add(options, handler, handler);
    }

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
    public Registration observe(HookOptions options, HookObserver observer) {
        HookHandler watching = (event, data) -> {
            observer.observe(event, data);
            return null;
        };
        return add(options, observer, watching);
    }

    /** Fields that every event has unless it brings its own of that name. Replaces those set before. */
    public void setDefaultFields(Map<String, ?> fields) {
        setDefaultFields(EventData.of(fields));
    }

    /** The same with data that need not be copied. Counts from the next emit on. */
    public void setDefaultFields(EventData fields) {
        defaultFields = Objects.requireNonNull(fields, "default fields");
    }

    /** The same as {@link #emit(String, EventData)} with a deep copy of the map. */
    public HookOutcome emit(String event, Map<String, ?> data) {
        return emit(event, EventData.of(data));
    }

    /**
     * Emits a known event, or one that the program declared, from its view: the components under their snake_case names,
     * those that are null left out. Otherwise the same as {@link #emit(String, EventData)}.
     */
    public <V extends Record> HookOutcome emit(EventType<V> type, V view) {
        return emit(type.name(), type.data(view));
    }

    /**
     * Runs the event's handlers in running order and returns what they decided. Handlers run on this thread, but for
     * those with a timeout and those in a level, for which this thread waits. A handler that fails is dealt with by its
     * failure policy; questions are not asked here but returned. If this thread is interrupted, no further handler runs,
     * the outcome is a denial, and the interrupt flag stays set.
     *
     * @throws dev.carabiner.event.InvalidEventNameException if the name is malformed, or a pattern
     * @throws NestedEmitException if this emit would be the ninth inside each other
     */
    public HookOutcome emit(String event, EventData data) {
        Chain chain = snapshot.chain(event);
        Scope scope = EmitDepth.checked(chain.event);
        int[] cells = scope.cells;
        int outside = cells[Scope.DEPTH];
        cells[Scope.DEPTH] = outside + 1;
        try {
            HookOutcome last = scope.lastQuiet;
            HookOutcome outcome = Dispatch.run(chain, withDefaultFields(data), Emission.BARE, 0, last);
            if (outcome != last && outcome.isQuiet()) {
                scope.lastQuiet = outcome;
            }
            return outcome;
        } finally {
            cells[Scope.DEPTH] = outside;
        }
    }

    /**
     * For a coordinator, which has counted its emit as one deeper already and has added the default fields: an emit of a
     * session.
     *
     * @param began where {@link System#nanoTime} stood when it began
     */
    public HookOutcome emit(String event, EventData data, Emission how, long began) {
        return Dispatch.run(snapshot.chain(event), data, how, began, null);
    }

    /** The default fields, overridden by the event's own. For a coordinator, which masks both. */
    public EventData withDefaultFields(EventData data) {
        return defaultFields.overlaidWith(Objects.requireNonNull(data, "event data"));
    }

    /**
     * For a coordinator: has an emit judged again after a human changed its data. Each handler is called once more with the
     * changed data, in running order, one after another, as long as none denies; a modification is a failure, to which
     * the handler's policy applies. Handlers registered since the emit take no part.
     *
     * @param outcome of the emit, which was not denied; it is left as it is
     * @return the same with the changed data, and with the new answers in place of the old
     */
    public Rejudgement judgeAgain(HookOutcome outcome, EventData changed, Emission how) {
        if (outcome.denied()) {
            throw new IllegalArgumentException("It was denied, so there is nothing to change about it: " + outcome);
        }
        return Dispatch.judgeAgain(outcome, changed, how);
    }

    /**
     * For a coordinator, which has added the default fields and masked the data: an emit that decides nothing. Handlers are called as in
     * {@link #emit(String, EventData)}; what is registered later takes no part.
     */
    public Rehearsal rehearse(String event, EventData data, Emission how) {
        return new Rehearsal(snapshot.chain(event), data, how);
    }

    /** The same as {@link #emitAndCollect(String, EventData, Duration)} with a copy of the map, and one second for each. */
    public List<EventData> emitAndCollect(String event, Map<String, ?> data) {
        return emitAndCollect(event, data, COLLECTING_TIMEOUT);
    }

    /** The same as {@link #emitAndCollect(String, EventData, Duration)} with one second for each handler. */
    public List<EventData> emitAndCollect(String event, EventData data) {
        return emitAndCollect(event, data, COLLECTING_TIMEOUT);
    }

    /** The same as {@link #emitAndCollect(String, EventData, Duration)} with a copy of the map. */
    public List<EventData> emitAndCollect(String event, Map<String, ?> data, Duration timeout) {
        return emitAndCollect(event, EventData.of(data), timeout);
    }

    /**
     * All data of any result, in running order. The handlers are called one after another, each on another thread and
     * with the same data; no action has an effect. One that fails or takes longer than its time is logged and left out.
     * If this thread is interrupted, what was collected until then is returned, and the interrupt flag stays set.
     *
     * @param timeout for each handler; its own timeout holds if that is shorter
     */
    public List<EventData> emitAndCollect(String event, EventData data, Duration timeout) {
        return Collecting.run(snapshot.chain(event), withDefaultFields(data), timeout);
    }

    /**
     * Whether a handler is registered for the event, under any of its names or by a pattern.
     *
     * @throws dev.carabiner.event.InvalidEventNameException if the name is malformed, or a pattern
     */
    public boolean hears(String event) {
        return snapshot.chain(event).hooks.length > 0;
    }

    /** Every event with its handlers' names in running order, by canonical name; a pattern stands under itself. */
    public Map<String, List<String>> listHandlers() {
        Map<String, List<String>> names = new TreeMap<>();
        for (RegisteredHook hook : snapshot.hooks()) {
            names.computeIfAbsent(hook.listedUnder(), event -> new ArrayList<>())
                    .add(hook.name());
        }
        names.replaceAll((event, handlers) -> List.copyOf(handlers));
        return Collections.unmodifiableMap(names);
    }

    /** The same for one event or pattern; without handlers its list is empty. */
    public Map<String, List<String>> listHandlers(String event) {
        String listed = EventNames.canonical(EventNames.requireNameOrPattern(event));
        return Map.of(listed, listHandlers().getOrDefault(listed, List.of()));
    }

    /** Every handler with how it is registered, in running order, whichever event it is for. */
    public List<ListedHandler> handlers() {
        return snapshot.hooks().stream().map(RegisteredHook::listed).toList();
    }

    /** The author is whom a generated name is taken from: the handler itself, not what it is wrapped in. */
    private Registration add(HookOptions options, @Nullable Object author, HookHandler handler) {
        Objects.requireNonNull(options, "the options of a hook");
        if (author == null) {
            String name = options.name() == null ? "" : " named " + options.name();
            throw new InvalidHookException("The hook" + name + " for " + options.event() + " has no handler (null)");
        }
        String meant = Events.nearMiss(options.event());
        Place place;
        boolean firstOfName;
        writing.lock();
        try {
            String name = options.name() == null ? nameFor(author) : options.name();
            RegisteredHook hook = new RegisteredHook(options, name, registrations++, handler);
            snapshot = snapshot.with(hook);
            place = new Place(hook);
            firstOfName = meant != null && warnedOf.add(options.event());
            AllOrNone.registered(place::close);
        } finally {
            writing.unlock();
        }
        if (firstOfName) {
            HookWarnings.warn("Hook " + place.name() + " is registered for " + options.event()
                    + ", which is not a known event. Was " + meant + " meant?");
        }
        return place;
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
