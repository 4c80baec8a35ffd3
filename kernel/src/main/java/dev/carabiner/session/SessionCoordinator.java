package dev.carabiner.session;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.DeciderName;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.audit.AuditFailurePolicy;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.context.ContextManager;
import dev.carabiner.context.InMemoryContextManager;
import dev.carabiner.context.InjectionLimits;
import dev.carabiner.context.InjectionSink;
import dev.carabiner.context.ToolCall;
import dev.carabiner.display.Display;
import dev.carabiner.display.StandardStreams;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.event.EventType;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The one way from an agent to its hooks. An emit runs the handlers and then does what they asked for: it records,
 * asks, injects and shows, in that order, and what it returns has no open question left.
 *
 * <p>Any thread may call it; a waiting emit holds no lock.
 */
public final class SessionCoordinator {

    private final String sessionId;
    private final HookRegistry hooks;
    private final @Nullable ContextManager context;
    private final CancellationToken cancellation;
    private final Lifecycle lifecycle;
    private final Messages messages;
    private final InjectionDesk injections;
    private final Pipeline pipeline;
    private final PermitDesk permits;
    private final GuardedCalls calls;
    private final ContributionChannels contributions = new ContributionChannels();
    private final Builder configuration;

    private SessionCoordinator(Builder builder) {
        configuration = builder;
        sessionId = builder.sessionId;
        hooks = builder.hooks;
        context = builder.conversation();
        cancellation = new CancellationToken(builder.parent == null ? null : builder.parent.cancellation);
        lifecycle = new Lifecycle(builder.parent == null ? null : builder.parent.lifecycle);
        Recorder recorder = new Recorder(sessionId, builder.audit, builder.onAuditFailure, builder.clock);
        messages = new Messages(builder.display, recorder);
        injections = new InjectionDesk(builder.sink(context), builder.limits, lifecycle, messages, recorder);
        Inquiry.Deciders deciders = builder.deciders();
        pipeline = new Pipeline(builder.emitting(), lifecycle, recorder, messages, injections, journal -> {
            Inquiry inquiry = new Inquiry(deciders, recorder, journal, lifecycle, cancellation);
            return new ApprovalDesk(builder.rules, builder.votesNeeded, recorder, inquiry);
        });
        permits = new PermitDesk(this, pipeline, lifecycle, cancellation, recorder);
        calls = new GuardedCalls(this, permits);
        if (builder.capturesOutput) {
            StandardStreams.install();
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    public String sessionId() {
        return sessionId;
    }

    public HookRegistry hooks() {
        return hooks;
    }

    /** Where the agent works. The host sets it, never the model; hooks resolve relative paths against it. */
    public Path workingDirectory() {
        return configuration.workingDirectory;
    }

    /**
     * The conversation.
     *
     * @throws IllegalStateException if the host keeps it itself and has mounted no more than an injection sink
     */
    public ContextManager context() {
        if (context == null) {
            throw new IllegalStateException("The host of session " + sessionId + " keeps the conversation itself");
        }
        return context;
    }

    /** Whether somebody wants this session to stop, and the way to want it. */
    public CancellationToken cancellation() {
        return cancellation;
    }

    /**
     * Ends the session and its child sessions, once; a second call does nothing. From then on no permit is given or
     * redeemed, no {@code tool:pre} is emitted, nothing is asked and nothing injected. Questions that wait end as denied
     * before this returns; tools that run are not stopped. It emits nothing itself: {@code session:end} is the caller's,
     * before it. May be called from any thread, also out of a hook.
     */
    public void end() {
        lifecycle.end();
    }

    /** A new turn: hooks may inject up to the budget again. Called by the orchestrator for each prompt. */
    public void startTurn() {
        injections.startTurn();
    }

    /** The same as {@link #emit(String, EventData)} with data that are copied first. */
    public HookOutcome emit(String event, Map<String, ?> data) {
        return emit(event, EventData.of(data));
    }

    /** The same with a typed view; components that are null are left out. */
    public <V extends Record> HookOutcome emit(EventType<V> type, V view) {
        EventData data = EventData.of(view);
        for (Map.Entry<String, @Nullable Object> field : data.asMap().entrySet()) {
            data = field.getValue() == null ? data.without(field.getKey()) : data;
        }
        return emit(type.name(), data);
    }

    /** Waits for the handlers, and for the human if one is asked. The outcome has no open question. */
    public HookOutcome emit(String event, EventData data) {
        return pipeline.emit(event, data, true, heard -> null).outcome();
    }

    /**
     * The whole guarded call: asks for the permit, redeems it, runs the body with the final input on this thread, emits
     * {@code tool:post} or {@code error:tool}, and returns what the model is to be told. Waits for the handlers, for the
     * human if one is asked, and for the body. Whatever a hook, a human or the body does is in the answer and not thrown;
     * an interruption of this thread stays set.
     */
    public ToolAnswer call(ToolCall call, ToolBody body) {
        return calls.call(call, body);
    }

    /**
     * The same without waiting for a human: where one has to decide, nothing is run and the answer is
     * {@link ToolAnswer.Status#WAITING} with the id of the request. Called again with the same tool and input after the
     * decision, it runs the body or says why not; see {@link #permitOrDefer}.
     */
    public ToolAnswer callOrDefer(ToolCall call, ToolBody body) {
        return calls.callOrDefer(call, body);
    }

    /**
     * Several calls of one answer of the model. The permits are asked for in order on this thread; then the permitted
     * bodies run beside each other, each on a thread of its own; then {@code tool:post} or {@code error:tool} is emitted
     * for each in order, on this thread. If this thread is interrupted, the bodies are interrupted; one that has not
     * ended after five seconds is answered as cancelled.
     *
     * @param bodies what runs for each call; called on this thread, in order, before the call's permit is asked for
     * @return the answers in the order of the calls
     */
    public List<ToolAnswer> callAll(List<ToolCall> calls, Function<ToolCall, ToolBody> bodies) {
        return this.calls.callAll(calls, bodies);
    }

    /**
     * Asks for leave to run a tool, for callers that need the steps of {@link #call} apart. This is the only way to a
     * permit, and without a permit no tool runs.
     */
    public ToolGate permitTool(String name, Map<String, ?> input) {
        return permitTool(name, EventData.of(input));
    }

    public ToolGate permitTool(String name, EventData input) {
        return permits.ask(name, input).gate();
    }

    /** The same for a call that has an id, which {@code tool:pre}, the approvals and the record then carry. */
    public ToolGate permitTool(ToolCall call) {
        return permits.ask(call, true).gate();
    }

    /**
     * The same without waiting for a human: where one has to decide, the gate is {@link ToolGate.Deferred} with the id of
     * the request. The question is offered to the channels meanwhile and ends as any other does; when it is decided,
     * {@code approval:granted} or {@code approval:denied} is emitted on a thread of the kernel's, and the same call asked
     * for again is permitted or refused. A grant is good for one call.
     */
    public ToolGate permitOrDefer(ToolCall call) {
        return permits.ask(call, false).gate();
    }

    /**
     * Spends a permit. Called by whatever executes the tool, just before it does; only what this returns may be run.
     *
     * @param toolName the executor's own tool, which the permit must be for
     * @throws PermitException if the permit is another session's or tool's, or has been spent, or cannot be recorded, or
     *     if the session is cancelled
     */
    public EventData redeem(ToolPermit permit, String toolName) {
        return permits.redeem(permit, toolName);
    }

    /**
     * Mounts a hook module in this session, on this thread.
     *
     * @return closing it unmounts the module and takes away all that it has registered
     * @throws Exception what the module throws; then nothing of it is left registered
     */
    public AutoCloseable mount(HookModule module, HookConfig config) throws Exception {
        ModuleMount mount = new ModuleMount(this, config, messages.asDisplayOf(module.name()));
        AutoCloseable mounted = null;
        try {
            mounted = module.mount(mount, config);
            if (mounted == null) {
                throw new IllegalStateException("it gave nothing to unmount it with");
            }
            return mount.closingAfter(mounted);
        } finally {
            if (mounted == null) {
                mount.close();
            }
        }
    }

    ContributionChannels contributions() {
        return contributions;
    }

    /** Offers something on a channel to whoever collects from it. The supplier is asked anew each time. */
    public void registerContributor(String channel, String name, Supplier<?> supplier) {
        contributions.register(channel, name, supplier);
    }

    /** What the channel's contributors have now, in registration order; a failing one is left out. */
    public List<Object> collectContributions(String channel) {
        return contributions.collect(channel);
    }

    /**
     * The beginnings of a child session, for a sub-agent: the same hooks, approvals, display and audit log, its own
     * conversation, and cancelled with its parent.
     */
    public Builder child(String childSessionId) {
        Builder child = new Builder(configuration);
        child.parent = this;
        child.context = null;
        child.injections = null;
        return child.sessionId(childSessionId);
    }

    /** A coordinator in the making. Every port has a sensible default, but for approvals: without one, questions deny. */
    public static final class Builder {

        private String sessionId = UUID.randomUUID().toString();
        private HookRegistry hooks = new HookRegistry();
        private @Nullable ContextManager context;
        private @Nullable InjectionSink injections;
        private List<ApprovalChannel> channels = List.of();
        private @Nullable ApprovalStore store;
        private boolean isStoreShared;
        private ToIntFunction<ApprovalRequest> votesNeeded = request -> 1;
        private @Nullable StandingAnswers rules;
        private Display display = Display.logging();
        private AuditLog audit = AuditLog.none();
        private AuditFailurePolicy onAuditFailure = AuditFailurePolicy.DENY;
        private InjectionLimits limits = InjectionLimits.DEFAULT;
        private List<UnaryOperator<EventData>> maskers = List.of();
        private boolean capturesOutput;
        private Clock clock = Clock.systemUTC();
        private Path workingDirectory = Path.of("").toAbsolutePath();
        private @Nullable SessionCoordinator parent;

        private Builder() {}

        /** A copy, so that what is done to a builder afterwards does not reach what it has built. */
        private Builder(Builder other) {
            sessionId = other.sessionId;
            context = other.context;
            injections = other.injections;
            maskers = other.maskers;
            capturesOutput = other.capturesOutput;
            parent = other.parent;
            hooks = other.hooks;
            channels = other.channels;
            store = other.store;
            isStoreShared = other.isStoreShared;
            votesNeeded = other.votesNeeded;
            rules = other.rules;
            display = other.display;
            audit = other.audit;
            onAuditFailure = other.onAuditFailure;
            limits = other.limits;
            clock = other.clock;
            workingDirectory = other.workingDirectory;
        }

        public Builder sessionId(String id) {
            Objects.requireNonNull(id, "session id");
            if (id.isBlank() || !VisibleText.inOneLine(id).equals(id)) {
                throw new IllegalArgumentException(
                        "The session id \"" + VisibleText.inOneLine(id) + "\" is blank or holds invisible characters");
            }
            sessionId = id;
            return this;
        }

        public Builder hooks(HookRegistry registry) {
            requireNoParent("hooks");
            hooks = Objects.requireNonNull(registry, "hooks");
            return this;
        }

        /** The conversation, where injections go too unless {@link #injections} says otherwise. */
        public Builder context(ContextManager manager) {
            context = Objects.requireNonNull(manager, "context");
            return this;
        }

        /** Where injections go, for a host that keeps its own conversation. */
        public Builder injections(InjectionSink sink) {
            injections = Objects.requireNonNull(sink, "injections");
            return this;
        }

        private @Nullable ContextManager conversation() {
            if (context != null || (injections != null && !(injections instanceof ContextManager))) {
                return context;
            }
            return injections instanceof ContextManager whole ? whole : new InMemoryContextManager(limits, clock);
        }

        private InjectionSink sink(@Nullable ContextManager conversation) {
            return injections != null ? injections : Objects.requireNonNull(conversation, "made where there is no sink");
        }

        /**
         * What is applied to the data of every emit, in this order and on the emitting thread, before any handler or record
         * sees them, and so to a tool's result; the tool gets the masked input. If one throws or returns null, no handler
         * runs, the event is denied with {@code Masking failed}, and its data are not recorded.
         */
        public Builder maskers(List<UnaryOperator<EventData>> newMaskers) {
            requireNoParent("maskers");
            maskers = List.copyOf(newMaskers);
            return this;
        }

        /**
         * Takes what hooks write to {@code System.out} and {@code System.err} on their threads for their output. This puts
         * other streams in the place of these two, for the whole program; without it they are not touched.
         */
        public Builder captureOutput() {
            capturesOutput = true;
            return this;
        }

        /** Adds an approval system behind the channels that are there. */
        public Builder approvals(ApprovalSystem system) {
            requireNoParent("approvals");
            List<ApprovalChannel> all = new ArrayList<>(channels);
            all.addAll(partsOf(Objects.requireNonNull(system, "approvals")));
            channels = List.copyOf(all);
            return this;
        }

        /** The channels that questions are offered to, in this order; instead of those that are there. */
        public Builder channels(List<? extends ApprovalChannel> newChannels) {
            requireNoParent("channels");
            channels = newChannels.stream()
                    .flatMap(channel -> partsOf(channel).stream())
                    .toList();
            return this;
        }

        private static List<ApprovalChannel> partsOf(ApprovalChannel channel) {
            List<ApprovalChannel> parts = channel.parts();
            for (ApprovalChannel part : parts) {
                String problem = DeciderName.refusal(part.name());
                if (problem != null) {
                    throw new IllegalArgumentException("A channel cannot have this name: " + problem);
                }
            }
            return parts;
        }

        /** Where questions are decided and grants remembered; without it, in the memory of this session. */
        public Builder approvalStore(ApprovalStore newStore) {
            requireNoParent("approval store");
            store = Objects.requireNonNull(newStore, "approval store");
            isStoreShared = true;
            return this;
        }

        /** How many different persons or systems must allow a request; without it, one. */
        public Builder votesNeeded(ToIntFunction<ApprovalRequest> votes) {
            requireNoParent("votes");
            votesNeeded = Objects.requireNonNull(votes, "votes");
            return this;
        }

        private Pipeline.Emitting emitting() {
            return new Pipeline.Emitting(hooks, clock, new Maskers(maskers), capturesOutput);
        }

        private Inquiry.Deciders deciders() {
            ApprovalStore used = store == null ? ApprovalStore.inMemory(clock) : store;
            store = used; // its children have it too
            return new Inquiry.Deciders(used, isStoreShared, channels, rules);
        }

        /** Rules that answer questions before a human is asked. */
        public Builder rules(StandingAnswers kept) {
            requireNoParent("rules");
            rules = Objects.requireNonNull(kept, "rules");
            return this;
        }

        public Builder display(Display newDisplay) {
            display = Objects.requireNonNull(newDisplay, "display");
            return this;
        }

        public Builder audit(AuditLog log) {
            requireNoParent("audit log");
            audit = Objects.requireNonNull(log, "audit");
            return this;
        }

        /** What holds when a durable audit log fails: deny, unless this says otherwise. */
        public Builder onAuditFailure(AuditFailurePolicy policy) {
            onAuditFailure = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /** The largest single injection, in bytes of UTF-8. */
        public Builder injectionSizeLimit(int bytes) {
            limits = limits.withBytes(bytes);
            return this;
        }

        /** All injections of a turn together, in tokens. */
        public Builder injectionBudgetPerTurn(int tokens) {
            limits = limits.withTokensPerTurn(tokens);
            return this;
        }

        /** From how many tokens a turn on there is a warning. */
        public Builder injectionBudgetWarning(int tokens) {
            limits = limits.withWarningTokens(tokens);
            return this;
        }

        /** All of these limits at once. */
        public Builder limits(InjectionLimits newLimits) {
            limits = Objects.requireNonNull(newLimits, "limits");
            return this;
        }

        /** No size limit and no budget. */
        public Builder unlimitedInjections() {
            limits = limits.lifted();
            return this;
        }

        /** Where the agent works; without it, where the program was started. */
        public Builder workingDirectory(Path directory) {
            requireNoParent("working directory");
            workingDirectory = directory.toAbsolutePath();
            return this;
        }

        public Builder clock(Clock newClock) {
            clock = Objects.requireNonNull(newClock, "clock");
            return this;
        }

        /** Nobody gets past a hook, a human or the log by delegating. */
        private void requireNoParent(String what) {
            if (parent != null) {
                throw new IllegalStateException(
                        "Session " + sessionId + " is a child and has the " + what + " of its parent");
            }
        }

        public SessionCoordinator build() {
            return new SessionCoordinator(new Builder(this));
        }
    }
}
