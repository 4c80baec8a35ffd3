package dev.carabiner.engine;

import dev.carabiner.display.Level;
import dev.carabiner.display.Throwables;
import dev.carabiner.engine.bundle.Canary;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Registration;
import dev.carabiner.session.SessionCoordinator;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The probes of a session's guards. Each round asks every guard that has any, alone, and leaves one event on the record,
 * {@code canary:checked}. As long as a guard lets one pass, its events are denied.
 */
final class Canaries implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Engine.class.getName());

    /** Shared by all sessions: it only starts rounds, each on a thread of its own. */
    private static final class Timer {
        static final ScheduledExecutorService SHARED = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("carabiner-canaries").factory());
    }

    private final List<ProbedGuard> guards = new CopyOnWriteArrayList<>();
    private final Map<ProbedGuard, List<Registration>> gates = new ConcurrentHashMap<>(); // of those that do not work
    private final SessionCoordinator session;
    private final EnginePorts ports;
    private final ReentrantLock round = new ReentrantLock(); // held while one runs: the timer leaves out its own then
    private volatile @Nullable Future<?> timer;
    private volatile boolean wasChecked;
    private volatile boolean closed;

    Canaries(SessionCoordinator session, EnginePorts ports) {
        this.session = session;
        this.ports = ports;
    }

    /**
     * Takes over a guard that has just been mounted.
     *
     * @return closing it, when the guard is unmounted, ends what denies its events
     */
    AutoCloseable add(HookSpec spec, ProbedModule module) {
        ProbedGuard guard = new ProbedGuard(spec, module);
        guards.add(guard);
        return () -> open(guard);
    }

    /** Denies the guard's events from the next one on. Before all other hooks: none of them is asked then. */
    private void shut(ProbedGuard guard) {
        if (gates.containsKey(guard)) {
            return;
        }
        List<Registration> gate = new ArrayList<>();
        for (String event : events(guard)) {
            HookOptions first = HookOptions.forEvent(event)
                    .name("canary:" + guard.spec().name())
                    .priority(Integer.MIN_VALUE)
                    .onFailure(FailurePolicy.DENY);
            gate.add(session.hooks().register(first, (name, data) -> {
                String trouble = guard.trouble();
                return trouble == null ? null : HookResult.deny(trouble);
            }));
        }
        gates.put(guard, gate);
        if (closed) { // meanwhile; the guard may have been unmounted already
            open(guard);
        }
    }

    private void open(ProbedGuard guard) {
        List<Registration> gate = gates.remove(guard);
        if (gate != null) {
            gate.forEach(Registration::close);
        }
    }

    private static Set<String> events(ProbedGuard guard) {
        Set<String> events = new TreeSet<>(guard.module().events());
        guard.canaries().forEach(canary -> events.add(canary.event()));
        return events;
    }

    /** The first round, on this thread; then one at each interval, on another. Called after the session's start, by one thread at a time. */
    void start(Duration interval) {
        if (guards.isEmpty()) {
            return;
        }
        check();
        if (timer != null) { // an agent may announce one session several times
            return;
        }
        timer = Timer.SHARED.scheduleWithFixedDelay(
                () -> Thread.ofVirtual().name("carabiner-canaries").start(this::checkAgain),
                interval.toNanos(),
                interval.toNanos(),
                TimeUnit.NANOSECONDS);
        if (closed) {
            close();
        }
    }

    private void checkAgain() {
        try {
            check();
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            LOG.log(Logger.Level.WARNING, () -> "The canaries could not be checked: " + Throwables.inWords(e));
        }
    }

    /** One round. Does nothing while another one runs, or after the end. */
    void check() {
        if (closed || !round.tryLock()) {
            return;
        }
        try {
            List<EventData> checked = new ArrayList<>();
            List<ProbedGuard.Round> rounds = new ArrayList<>();
            EventData identity = EventData.of(
                    "session_id",
                    session.sessionId(),
                    "timestamp",
                    ports.clock().instant());
            for (ProbedGuard guard : guards) {
                ProbedGuard.Round one = guard.check(identity);
                if (guard.trouble() == null) {
                    open(guard);
                } else if (!closed) {
                    shut(guard);
                }
                rounds.add(one);
                checked.add(one.data());
            }
            wasChecked = true;
            if (!closed) {
                session.emit("canary:checked", EventData.of("guards", checked));
                rounds.forEach(this::tell);
            }
        } finally {
            round.unlock();
        }
    }

    /** Whether the last round found every guard at work; false before the first. */
    boolean areStopped() {
        return guards.isEmpty() || (wasChecked && guards.stream().allMatch(guard -> guard.trouble() == null));
    }

    /** What has changed since the last round, to the user and to the hooks that watch for it. */
    private void tell(ProbedGuard.Round one) {
        if (one.recovered()) {
            ports.show(one.guard().spec().name() + " stops its canaries again", Level.INFO);
        }
        for (Canary passed : one.news()) {
            String text = one.guard().inWords(passed);
            ports.show(text, Level.ERROR);
            session.emit(
                    "policy:violation",
                    EventData.of(
                            "reason",
                            text,
                            "policy",
                            "canary",
                            "hook_name",
                            one.guard().spec().name(),
                            "tool_name",
                            passed.data().get("tool_name")));
        }
    }

    /** No round begins any more. */
    @Override
    public void close() {
        closed = true;
        Future<?> running = timer;
        if (running != null) {
            running.cancel(false);
        }
    }
}
