package dev.carabiner.session;

import dev.carabiner.context.ContextManager;
import dev.carabiner.context.ToolCall;
import dev.carabiner.display.StandardStreams;
import dev.carabiner.event.EventData;
import dev.carabiner.event.EventType;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.Rehearsal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
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
    private final Recorder recorder;
    private final GuardedCalls calls;
    private final ContributionChannels contributions = new ContributionChannels();
    private final Builder configuration;

    private SessionCoordinator(Builder builder) {
        configuration = builder;
        sessionId = builder.id();
        hooks = builder.registry();
        context = builder.conversation();
        SessionCoordinator parent = builder.parent();
        cancellation = new CancellationToken(parent == null ? null : parent.cancellation);
        lifecycle = new Lifecycle(parent == null ? null : parent.lifecycle);
        recorder = builder.recorder();
        messages = builder.messages(recorder);
        injections = builder.injections(context, lifecycle, messages, recorder);
        pipeline = new Pipeline(
                builder.emitting(),
                lifecycle,
                recorder,
                messages,
                injections,
                journal -> builder.approvals(recorder, journal, lifecycle, cancellation));
        permits = new PermitDesk(this, pipeline, lifecycle, cancellation, recorder, builder.standingObjection());
        calls = new GuardedCalls(this, permits);
        if (builder.capturesOutput()) {
            StandardStreams.install();
        }
    }

    /** A new session, in the making. */
    public static Builder builder() {
        return new Builder();
    }

    /** What the session is called in every event and record. */
    public String sessionId() {
        return sessionId;
    }

    /** Where the session's handlers are registered, by the host; modules get a {@link Mount}. */
    public HookRegistry hooks() {
        return hooks;
    }

    /** Where the agent works. The host sets it, never the model; hooks resolve relative paths against it. */
    public Path workingDirectory() {
        return configuration.directory();
    }

    /** Whether the host has said that what tools run here is confined by the system's sandbox. */
    public boolean isConfined() {
        return configuration.isConfined();
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

    /** Says whether the session was asked to stop, and asks it to. The same token at every call. */
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
        recorder.endStreams();
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

    /**
     * Runs the event's handlers as {@link HookRegistry#emit(String, EventData)} does, and waits for the human if one is
     * asked. The outcome has no open question. What a handler throws is in the outcome.
     *
     * @throws dev.carabiner.event.InvalidEventNameException if the name is malformed, or a pattern
     * @throws dev.carabiner.hook.NestedEmitException if this emit would be the ninth inside each other
     */
    public HookOutcome emit(String event, EventData data) {
        return pipeline.emit(event, data, "", true, heard -> null).outcome();
    }

    /**
     * Whether anything could come of emitting this event now: a handler is registered for it, it is recorded, it is masked,
     * or this thread is interrupted. Where it returns false, {@link #emit} would go on with the data as they are and do
     * nothing, so a host may leave out the emit and spare itself making the data. Counts for this moment only.
     */
    public boolean isHeard(String event) {
        return hooks.hears(event)
                || recorder.isRecording()
                || configuration.isMasked()
                || Thread.currentThread().isInterrupted();
    }

    /** The same for what follows from an earlier emit, as {@code tool:post} does from {@code tool:pre}. */
    HookOutcome emit(String event, EventData data, Emit cause) {
        return pipeline.emit(event, data, cause.id(), true, heard -> null).outcome();
    }

    /**
     * What the handlers say about an event, and nothing else: no human is asked, nothing is injected, shown, recorded or
     * remembered, and the outcome's questions are open. For tests of a policy, which judge without an operation. Nothing
     * can be run on the strength of it: a permit comes from {@link #permitTool} alone.
     */
    public HookOutcome judge(String event, EventData data) {
        return pipeline.judge(event, data);
    }

    /**
     * Why a tool call would be refused that the handlers let through in such an outcome: one has changed which tool it is,
     * or taken the input away. Null for no reason, and for any other event than {@code tool:pre}.
     */
    public @Nullable String objectionTo(HookOutcome judged) {
        boolean isCall = judged.event().equals("tool:pre") && !judged.denied();
        return isCall && judged.incoming().get("tool_name") instanceof String tool
                ? PermitDesk.change(tool, judged)
                : null;
    }

    /** The same as {@link #judge}, to be gone through again without one handler or another. */
    public Rehearsal rehearse(String event, EventData data) {
        return pipeline.rehearse(event, data);
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
     * @param bodies what runs for each call; called on this thread, in order, just before the call's permit is asked for.
     *     Null leaves the call out: no permit is asked for and nothing is emitted, because the caller answers it
     * @return the answers in the order of the calls, without those left out
     */
    public List<ToolAnswer> callAll(List<ToolCall> calls, Function<ToolCall, ? extends @Nullable ToolBody> bodies) {
        return this.calls.callAll(calls, bodies);
    }

    /**
     * Asks for leave to run a tool, for callers that need the steps of {@link #call} apart. This is the only way to a
     * permit, and without a permit no tool runs. Emits {@code tool:pre} on this thread and waits for the handlers, and for
     * the human if one is asked. A refusal is returned and not thrown. Each call asks anew.
     */
    public ToolGate permitTool(String name, Map<String, ?> input) {
        return permitTool(name, EventData.of(input));
    }

    /** The same as {@link #permitTool(String, Map)} with data that need not be copied. */
    public ToolGate permitTool(String name, EventData input) {
        return permits.ask(name, input).settled();
    }

    /** The same for a call that has an id, which {@code tool:pre}, the approvals and the record then carry. */
    public ToolGate permitTool(ToolCall call) {
        return permits.ask(call, true).settled();
    }

    /**
     * The same without waiting for a human: where one has to decide, the gate is {@link ToolGate.Deferred} with the id of
     * the request. The question is offered to the channels meanwhile and ends as any other does; when it is decided,
     * {@code approval:granted} or {@code approval:denied} is emitted on a thread of the kernel's, and the same call asked
     * for again is permitted or refused. A grant is good for one call.
     */
    public DeferrableGate permitOrDefer(ToolCall call) {
        return permits.ask(call, false).gate();
    }

    /**
     * Spends a permit. Called by whatever executes the tool, just before it does; only what this returns may be run.
     *
     * @param toolName the executor's own tool, which the permit must be for
     * @throws PermitException if the permit is another session's or tool's, or has been spent, or cannot be recorded, or
     *     if the session is cancelled or has a standing objection
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

    /**
     * Offers something on a contribution channel. The supplier runs at each {@link #collectContributions} of that channel,
     * on the collecting thread. The same name may be registered twice; both are then asked.
     */
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
        Builder child = configuration.copy();
        child.becomeChildOf(this);
        return child.sessionId(childSessionId);
    }

    /** A coordinator in the making. Every port has a sensible default, but for approvals: without one, questions deny. */
    public static final class Builder extends SessionSettings<Builder> {

        private Builder() {}

        @Override
        Builder self() {
            return this;
        }

        private Builder copy() {
            Builder copy = new Builder();
            copy.copyFrom(this);
            return copy;
        }

        /** A new session. May be called again for another one; changing this builder does not change what it has built. */
        public SessionCoordinator build() {
            return new SessionCoordinator(copy());
        }
    }
}
