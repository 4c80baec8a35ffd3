package dev.carabiner.cli.agent;

import dev.carabiner.bridge.dialect.AgentEvent;
import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.bridge.front.AgentSession;
import dev.carabiner.bridge.front.Collected;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.store.ListedSession;
import dev.carabiner.runtime.store.SessionDirectory;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.runtime.store.SessionStore;
import java.lang.System.Logger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The sessions of agents that are open here. Each has a directory and a log among the user's own sessions. To begin or end
 * one takes its time, for which only events of sessions with the same lock wait, not those of every agent.
 */
final class AgentSessions implements AutoCloseable {

    private static final Logger LOG = System.getLogger(AgentSessions.class.getName());
    private static final int MOST_OPEN = 500;
    private static final Duration MAY_WAIT = Duration.ofMinutes(15); // longer than any question is waited for
    private static final int LOCKS = 64;

    /** One of them. */
    static final class Open {
        private final AgentSession session;
        private final SessionDirectory directory;
        private final AgentEngines.Loaded loaded;
        private volatile Instant used = Instant.now();
        private final AtomicBoolean unproven; // no canary has come back in it, and none is on its way
        private volatile boolean begun;

        Open(AgentSession session, SessionDirectory directory, AgentEngines.Loaded loaded) {
            this.session = session;
            this.directory = directory;
            this.loaded = loaded;
            this.begun = AgentDirectory.isOpen(directory.metadata());
            this.unproven = new AtomicBoolean(!directory.metadata().name().endsWith(SessionCanary.PASSED));
        }

        /** Whether a canary is still to be sent through the registered command. True once. */
        boolean claimCanary() {
            return unproven.compareAndSet(true, false);
        }

        AgentSession session() {
            return session;
        }

        /** One that has ended goes on: the record has its start and its end, and is told what is in force now. */
        private void begin() {
            if (AgentDirectory.isBegun(directory.metadata())) {
                session.session().resume(0);
            } else {
                session.session().start();
            }
        }
    }

    private final SessionStore store;
    private final AgentEngines engines;
    private final boolean stay;
    private final List<ReentrantLock> locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toList();
    private final Map<String, Open> open = new ConcurrentHashMap<>(); // an entry changes under the lock of its id

    /** @param stay whether they stay open: then what was left is always checked by a round of canaries when it is taken up */
    AgentSessions(SessionStore store, AgentEngines engines, boolean stay) {
        this.store = store;
        this.engines = engines;
        this.stay = stay;
    }

    /** The session of an event: open, taken up again, or begun. */
    Open of(GuardedAgent agent, AgentEvent event, Path directory) {
        String id = AgentSessionId.of(agent.name(), event.session().isEmpty() ? "unnamed" : event.session());
        AgentEngines.Loaded loaded = engines.in(directory);
        if (open.size() >= MOST_OPEN && !open.containsKey(id)) {
            rest(MAY_WAIT);
        }
        ReentrantLock lock = lockOf(id);
        lock.lock();
        try {
            Open known = open.get(id);
            if (known != null && !known.loaded.equals(loaded)) { // the policy has changed meanwhile
                end(id, known, "policy_changed");
                known = null;
            }
            if (known == null) {
                if (open.size() >= MOST_OPEN) {
                    throw new IllegalStateException("More than " + MOST_OPEN + " sessions are in use");
                }
                known = opened(id, agent, directory, loaded, false);
                open.put(id, known);
            }
            known.used = Instant.now();
            if (!known.begun && !event.row().ours().startsWith("session:")) {
                known.begin(); // each time anew until it succeeds
                begun(known);
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    private Open opened(String id, GuardedAgent agent, Path directory, AgentEngines.Loaded loaded, boolean isToEnd) {
        SessionDirectory kept = AgentDirectory.open(store, made(id, agent, directory, loaded));
        EngineSession session = null;
        try {
            Collected collected = new Collected();
            session = loaded.engine()
                    .session(id, directory)
                    .injections(collected)
                    .auditDirectory(kept.auditDirectory())
                    .hiddenFromTools(List.of(store.root()))
                    .plan(EventData.of("agent", agent.dialect().agent()))
                    .mount();
            if (AgentDirectory.isOpen(kept.metadata())) {
                takeUp(session, kept, loaded, isToEnd);
            }
            return new Open(new AgentSession(agent, session, collected, loaded.store()), kept, loaded);
        } catch (RuntimeException e) {
            try (kept) {
                if (session != null) { // its log, too, is for the next attempt to open
                    session.leave();
                }
            }
            throw e;
        }
    }

    private void takeUp(EngineSession session, SessionDirectory kept, AgentEngines.Loaded loaded, boolean isToEnd) {
        if (isToEnd) {
            session.takeUp(true);
            return;
        }
        Duration interval = session.bundle().session().get(SessionKeys.CANARY_INTERVAL);
        String before = AgentDirectory.provenPolicy(kept);
        if (!before.isEmpty() && !before.equals(loaded.policy())) {
            session.resume(0); // the record is told what is in force now
            prove(session, kept, loaded);
        } else if (!stay && AgentDirectory.isProven(kept, loaded.policy(), interval)) {
            session.takeUp(true);
        } else {
            session.takeUp(false);
            prove(session, kept, loaded);
        }
        AgentDirectory.noteUse(kept);
    }

    /** What a start for one event has seen of the guards is all that the next one need know; a service looks by itself. */
    private void prove(EngineSession session, SessionDirectory kept, AgentEngines.Loaded loaded) {
        if (!stay && session.isProven()) {
            AgentDirectory.noteProof(kept, loaded.policy());
        } else {
            AgentDirectory.forgetProof(kept);
        }
    }

    /** Notes that the session has begun, unless that is known, and what its canaries have come to. */
    void begun(Open session) {
        if (!session.begun) {
            AgentDirectory.noteBegin(session.directory);
            session.begun = true;
        }
        prove(session.session.session(), session.directory, session.loaded);
    }

    private static SessionMetadata made(String id, GuardedAgent agent, Path directory, AgentEngines.Loaded loaded) {
        return SessionMetadata.begin(
                        id, Instant.now(), directory, loaded.engine().bundle().name())
                .withName(agent.dialect().agent() + SessionCanary.NOT_YET);
    }

    /** Notes what is known of the session for those who list sessions. */
    void named(Open session, String name) {
        session.directory.update(it -> it.withName(name)); // no use of it: whether it has begun is another matter
    }

    /** Counts a prompt. */
    void prompted(Open session) {
        session.directory.update(it -> AgentDirectory.used(it.withUse(it.turns() + 1, it.tokens())));
    }

    /** Ends a session because its agent says so. */
    void end(Open session, String reason) {
        endThose(it -> it == session, reason);
    }

    /** All at once, each on a thread of its own: an end waits for the disk. Returns when they have ended. */
    private void endThose(Predicate<Open> wanted, String reason) {
        try (ExecutorService ends = Executors.newVirtualThreadPerTaskExecutor()) {
            open.forEach((id, found) -> {
                if (wanted.test(found)) {
                    ends.execute(() -> endIf(wanted, id, reason));
                }
            });
        }
    }

    /** Looks again under the session's lock: meanwhile it may have been used or ended. */
    private void endIf(Predicate<Open> wanted, String id, String reason) {
        ReentrantLock lock = lockOf(id);
        lock.lock();
        try {
            Open now = open.get(id);
            if (now != null && wanted.test(now)) {
                end(id, now, reason);
            }
        } catch (RuntimeException e) {
            LOG.log(Logger.Level.WARNING, () -> "The session " + id + " ended badly: " + e);
        } finally {
            lock.unlock();
        }
    }

    private ReentrantLock lockOf(String id) {
        return locks.get(Math.floorMod(id.hashCode(), LOCKS));
    }

    private void end(String id, Open session, String reason) {
        open.remove(id);
        try {
            session.session.session().close(reason, EventData.empty());
            session.directory.update(it -> {
                SessionMetadata ended = it.withStatus(SessionStatus.COMPLETE);
                return session.begun ? AgentDirectory.used(ended) : ended;
            });
        } finally {
            session.directory.close();
        }
    }

    /** Lets go of sessions that have not been used for so long; an agent that goes on takes them up again. */
    void rest(Duration unused) {
        Instant before = Instant.now().minus(unused);
        endThose(it -> it.used.isBefore(before), "idle");
    }

    /** Lets go of all of them without an end: each is taken up again with its next event, here or elsewhere. */
    void leave() {
        open.forEach((id, session) -> {
            open.remove(id);
            leave(session);
        });
    }

    private static void leave(Open session) {
        SessionDirectory kept = session.directory;
        try (kept) {
            session.session.session().leave();
        }
    }

    /** Ends those that were left, if no event of theirs has come for so long. Those that a process has open stay. */
    void endLeft(Duration unused) {
        Instant before = Instant.now().minus(unused);
        for (ListedSession each : store.list()) {
            if (each instanceof ListedSession.Known(SessionMetadata it)
                    && it.status() == SessionStatus.RUNNING
                    && it.updated().isBefore(before)
                    && !open.containsKey(it.id())) {
                AgentSessionId.agentOf(it).ifPresent(agent -> endLeft(agent, it));
            }
        }
    }

    private void endLeft(GuardedAgent agent, SessionMetadata left) {
        ReentrantLock lock = lockOf(left.id());
        lock.lock();
        try {
            if (!open.containsKey(left.id())) {
                Path directory = left.workingDirectory();
                Open found = opened(left.id(), agent, directory, engines.in(directory), true);
                if (found.directory.metadata().equals(left)) {
                    end(left.id(), found, "idle");
                } else { // another process has had it since it was listed
                    leave(found);
                }
            }
        } catch (RuntimeException e) {
            LOG.log(Logger.Level.WARNING, () -> "The session " + left.id() + " cannot be ended: " + e);
        } finally {
            lock.unlock();
        }
    }

    int count() {
        return open.size();
    }

    @Override
    public void close() {
        rest(Duration.ofMinutes(-1));
    }
}
