package dev.carabiner.cli.agent;

import dev.carabiner.bridge.dialect.AgentEvent;
import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.Callers;
import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.bridge.dialect.PayloadReader;
import dev.carabiner.bridge.front.AgentSession;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.runtime.store.SessionStore;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers the events of agents. Whatever goes wrong, there is an answer, and it is a denial in the agent's own words. Any
 * thread may ask.
 */
public final class HookService implements AutoCloseable {

    /** The tool of a call that no agent makes: its sender wants to know whether the way is open. */
    public static final String CANARY = "carabiner_canary";

    private static final int PROBES_AT_ONCE = 4;
    private static final int MOST_BYTES = 64 * 1024 * 1024;
    private static final int LONGEST_REASON = 2000;

    private final Surroundings here;
    private final AgentEngines engines;
    private final AgentSessions sessions;
    private final boolean stays;
    private final Semaphore probes = new Semaphore(PROBES_AT_ONCE);

    /**
     * With nothing open yet.
     *
     * @param bundles the policy for those who work in a directory
     * @param approvals where questions wait
     * @param stays whether it answers more than one event: then each session has a canary
     */
    public HookService(Surroundings here, Function<Path, BundleFiles> bundles, Path approvals, boolean stays) {
        this.here = here;
        this.stays = stays;
        this.engines = new AgentEngines(here, bundles, approvals);
        this.sessions = new AgentSessions(SessionStore.at(here.ownDirectory().resolve("sessions")), engines, stays);
    }

    /** The answer to one event. Waits for hooks and people, at most until the deadline of the request. */
    public Said answer(HookRequest request) {
        GuardedAgent agent = null;
        AgentEvent event = null;
        try {
            EventData payload = read(request.payload());
            agent = caller(request.agent(), payload);
            event = PayloadReader.read(agent.dialect(), payload, request.event());
            return answered(agent, event, request);
        } catch (Exception | StackOverflowError | LinkageError e) {
            return denied(agent, event, request, "Denied, because it cannot be judged: " + inWords(e));
        }
    }

    private static GuardedAgent caller(String registered, EventData payload) {
        if (registered.equals(HookRequest.AUTO)) {
            return GuardedAgent.named(Callers.of(payload));
        }
        String name = Callers.in(registered, payload);
        GuardedAgent agent = GuardedAgent.named(name);
        return name.equals(registered) ? agent : agent.throughOthersFile();
    }

    private Said answered(GuardedAgent agent, AgentEvent event, HookRequest request) {
        Path directory = directory(event);
        if (event.tool().endsWith(CANARY)) {
            String policy = engines.in(directory).engine().bundle().name();
            return AgentSession.denied(agent, event, WiringProbe.word(event.input()) + " " + policy);
        }
        AgentSessions.Open session = sessions.of(agent, event, directory);
        checked(agent, session, directory);
        Said said = session.session().speaking(agent).answer(event, request.deadline());
        switch (event.row().ours()) {
            case "session:start", "session:resume" -> sessions.begun(session);
            case "session:end" -> sessions.end(session, "complete");
            case "prompt:submit" -> sessions.prompted(session);
            default -> {}
        }
        return said;
    }

    /**
     * A session is opened: a call that must be denied goes the very way that the agent's calls go. One that is opened for a
     * single event is not: its canary would have to start the program once more.
     */
    private void checked(GuardedAgent agent, AgentSessions.Open session, Path directory) {
        Path guard = GuardFile.in(here);
        if (stays && Files.exists(guard) && session.claimCanary()) {
            Thread.ofVirtual().name("canary").start(() -> {
                String title = agent.dialect().agent();
                probes.acquireUninterruptibly();
                try {
                    String problem = WiringProbe.problem(guard, agent, directory);
                    sessions.named(
                            session, title + (problem == null ? SessionCanary.PASSED : SessionCanary.FAILED + problem));
                } catch (RuntimeException e) {
                    System.getLogger(HookService.class.getName())
                            .log(Level.DEBUG, "The session is over before its canary", e);
                } finally {
                    probes.release();
                }
            });
        }
    }

    private static Said denied(
            @Nullable GuardedAgent agent, @Nullable AgentEvent event, HookRequest request, String reason) {
        if (agent != null && event != null) {
            return AgentSession.denied(agent, event, reason);
        }
        return Denials.of(agent == null ? request.agent() : agent.name(), reason);
    }

    private static EventData read(byte[] payload) {
        if (payload.length > MOST_BYTES) {
            throw new IllegalArgumentException("the event has more than " + MOST_BYTES + " bytes");
        }
        boolean marked = payload.length > 2
                && payload[0] == (byte) 0xEF
                && payload[1] == (byte) 0xBB
                && payload[2] == (byte) 0xBF;
        return EventDataJson.read(marked ? Arrays.copyOfRange(payload, 3, payload.length) : payload);
    }

    private Path directory(AgentEvent event) {
        try {
            Path named = Path.of(event.directory());
            return named.isAbsolute() && Files.isDirectory(named) ? named.normalize() : here.directory();
        } catch (InvalidPathException e) {
            return here.directory();
        }
    }

    private static String inWords(Throwable e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        String shown = VisibleText.inOneLine(message);
        return shown.length() <= LONGEST_REASON ? shown : shown.substring(0, LONGEST_REASON) + "…";
    }

    /** How many sessions are open. */
    public int sessions() {
        return sessions.count();
    }

    /** Lets go of sessions that have not been used for so long. */
    public void rest(Duration unused) {
        sessions.rest(unused);
    }

    /** Ends sessions that were left by a start for one event, and that nothing has come for in so long. */
    public void endLeft(Duration unused) {
        sessions.endLeft(unused);
    }

    /** Ends its sessions, or if it was for one event leaves them to be taken up by the next. */
    @Override
    public void close() {
        if (stays) {
            sessions.close();
        } else {
            sessions.leave();
        }
        engines.close();
    }
}
