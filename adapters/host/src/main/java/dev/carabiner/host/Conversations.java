package dev.carabiner.host;

import dev.carabiner.display.Throwables;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.SessionException;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import java.lang.System.Logger;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The conversations of a framework's agents, each with a session of the engine, kept by its id. A conversation that was
 * not used for a while is ended, and so is the one that was unused longest when there are too many; the next prompt of
 * such a one begins a new session. Any thread may use it.
 */
public final class Conversations implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Conversations.class.getName());

    /** All agents under one engine share their conversations, for as long as one of them is there. */
    private static final Map<Engine, WeakReference<Conversations>> SHARED = new WeakHashMap<>();

    private final Engine engine;
    private final Path workingDirectory;
    private final EventData plan;
    private final Duration idle;
    private final int most;
    private final Consumer<HookRegistry> hooks;
    private final boolean deferring;
    private final Map<String, Conversation> kept = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private Conversations(Builder builder) {
        engine = builder.engine;
        workingDirectory = builder.workingDirectory;
        plan = builder.plan;
        idle = builder.idle;
        most = builder.most;
        hooks = builder.hooks;
        deferring = builder.deferring;
        WeakReference<Conversations> self = new WeakReference<>(this);
        long pause = Math.clamp(idle.toMillis() / 4, 10, 60_000);
        Thread.ofVirtual().name("carabiner-conversations").start(() -> sweepEvery(pause, self));
    }

    /** Those under this engine, with the usual settings: the same for all that use them. */
    public static Conversations under(Engine engine) {
        synchronized (SHARED) {
            WeakReference<Conversations> known = SHARED.get(engine);
            Conversations shared = known == null ? null : known.get();
            if (shared == null) {
                shared = builder(engine).build();
                SHARED.put(engine, new WeakReference<>(shared));
            }
            return shared;
        }
    }

    /** Others than the shared ones, with settings of their own. */
    public static Builder builder(Engine engine) {
        return new Builder(engine);
    }

    /**
     * The conversation with this id, which may be any text. The first call begins its session, on this thread.
     *
     * @throws SessionException as {@link Engine#begin} does; nothing is kept then
     */
    public Conversation of(String id) {
        Conversation conversation = kept.get(id);
        if (conversation == null) {
            makeRoom();
            conversation = kept.computeIfAbsent(id, this::begin);
        }
        conversation.touch();
        return conversation;
    }

    /**
     * A turn for the next prompt of the conversation with this id, as {@link Conversation#turn}. In between nothing can end
     * a conversation that has no turn yet to make room for others.
     *
     * @throws SessionException as {@link #of} does
     */
    public Turn turn(String id) {
        return occupied(id).occupiedTurn();
    }

    /** That with this id, busy from now on until {@link Conversation#turnEnded}. */
    Conversation occupied(String id) {
        if (!kept.containsKey(id)) {
            makeRoom();
        }
        return kept.compute(id, (any, known) -> {
            Conversation conversation = known == null ? begin(id) : known;
            conversation.occupy();
            return conversation;
        });
    }

    /** Ends the conversation with this id, if there is one. */
    public void end(String id) {
        Conversation conversation = kept.remove(id);
        if (conversation != null) {
            closeQuietly(conversation);
        }
    }

    /** How many are kept now. */
    public int size() {
        return kept.size();
    }

    /** Ends all conversations. Afterwards none begins. */
    @Override
    public void close() {
        closed = true;
        kept.keySet().forEach(this::end);
    }

    private Conversation begin(String id) {
        if (closed) {
            throw SessionException.failed(id, "The conversations of this engine have ended", null);
        }
        HookRegistry registry = new HookRegistry();
        hooks.accept(registry);
        return Conversation.begin(
                engine.session(SessionNames.safe(id), workingDirectory)
                        .hooks(registry)
                        .plan(plan),
                deferring);
    }

    /** One that works is let be, so for a moment there may be more. */
    private void makeRoom() {
        if (kept.size() < most) {
            return;
        }
        kept.entrySet().stream()
                .filter(it -> !it.getValue().isBusy())
                .sorted(Comparator.comparing(
                        (Map.Entry<String, Conversation> it) -> it.getValue().idleNanos(), Comparator.reverseOrder()))
                .limit(Math.max(1, most / 16)) // several at once, so that not every call has to look through all
                .map(Map.Entry::getKey)
                .toList()
                .forEach(id -> endIf(id, it -> !it.isBusy()));
    }

    /** Whether it is to end is found out while no turn can begin in it. */
    private void endIf(String id, Predicate<Conversation> condition) {
        AtomicReference<@Nullable Conversation> ended = new AtomicReference<>();
        kept.computeIfPresent(id, (any, conversation) -> {
            ended.set(condition.test(conversation) ? conversation : null);
            return ended.get() == null ? conversation : null;
        });
        Conversation conversation = ended.get();
        if (conversation != null) {
            closeQuietly(conversation);
        }
    }

    private void sweep() {
        kept.forEach((id, conversation) -> {
            if (isOver(conversation)) {
                endIf(id, this::isOver);
            }
        });
    }

    /** One that is busy gets twice as long; after that its agent has given it up. */
    private boolean isOver(Conversation conversation) {
        Duration patience = conversation.isBusy() ? idle.multipliedBy(2) : idle;
        return conversation.idleNanos() >= patience.toNanos();
    }

    /** Those that no agent has any more stay until the last session has ended, and then go. */
    private static void sweepEvery(long millis, WeakReference<Conversations> all) {
        Conversations used = null;
        try {
            while (true) {
                Thread.sleep(millis);
                Conversations conversations = used == null ? all.get() : used;
                if (conversations == null || conversations.closed) {
                    return;
                }
                conversations.sweep();
                used = conversations.kept.isEmpty() ? null : conversations;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeQuietly(Conversation conversation) {
        try {
            conversation.close();
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            LOG.log(
                    Logger.Level.WARNING,
                    () -> "Session " + conversation.session().id() + " ended badly: " + Throwables.inWords(e));
        }
    }

    /** Settings of conversations. Each has a default. */
    public static final class Builder {

        private final Engine engine;
        private Path workingDirectory = Path.of("").toAbsolutePath();
        private EventData plan = EventData.empty();
        private Duration idle = Duration.ofMinutes(30);
        private int most = 10_000;
        private Consumer<HookRegistry> hooks = registry -> {};
        private boolean deferring;

        private Builder(Engine engine) {
            this.engine = engine;
        }

        /** What hooks resolve relative paths against; otherwise the directory that the program runs in. */
        public Builder workingDirectory(Path directory) {
            workingDirectory = directory;
            return this;
        }

        /** More fields for {@code mount_plan} in each session's first event, such as the framework's name. */
        public Builder plan(EventData fields) {
            plan = fields;
            return this;
        }

        /** How long a conversation may be unused; otherwise 30 minutes. One that works gets twice as long. */
        public Builder idleAfter(Duration time) {
            idle = time;
            return this;
        }

        /** How many conversations are kept; otherwise 10,000. */
        public Builder atMost(int conversations) {
            most = conversations;
            return this;
        }

        /** Registers the host's own handlers beside those of the bundle. Called for each session, before it begins. */
        public Builder hooks(Consumer<HookRegistry> registering) {
            hooks = registering;
            return this;
        }

        /**
         * A question does not block the tool call. It ends with {@code Waiting for approval ID}, which the model reads, and
         * nothing runs; the question stays open on the engine's channels. The same call made again after the decision runs,
         * or says why not.
         */
        public Builder deferQuestions() {
            deferring = true;
            return this;
        }

        /** Conversations with these settings. They end with {@link Conversations#close}. */
        public Conversations build() {
            return new Conversations(this);
        }
    }
}
