package dev.carabiner.session;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.Quorum;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.audit.AuditFailurePolicy;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.context.ContextManager;
import dev.carabiner.context.InMemoryContextManager;
import dev.carabiner.context.InjectionLimits;
import dev.carabiner.context.InjectionSink;
import dev.carabiner.display.Display;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The ports and limits of a session in the making: the setting half of {@link SessionCoordinator.Builder}. Each method
 * changes the builder and returns it; the last call counts. Not for use by two threads at once. The file is long because
 * a session has many settings, with one method each.
 *
 * @param <B> the builder
 */
abstract sealed class SessionSettings<B> permits SessionCoordinator.Builder {

    private String sessionId = UUID.randomUUID().toString();
    private HookRegistry hooks = new HookRegistry();
    private @Nullable ContextManager context;
    private @Nullable InjectionSink injections;
    private ApprovalSettings approvals = new ApprovalSettings();
    private Display display = Display.logging();
    private AuditLog audit = AuditLog.none();
    private AuditFailurePolicy onAuditFailure = AuditFailurePolicy.DENY;
    private InjectionLimits limits = InjectionLimits.DEFAULT;
    private List<UnaryOperator<EventData>> maskers = List.of();
    private boolean capturesOutput;
    private boolean confined;
    private Supplier<@Nullable String> standingObjection = () -> null;
    private Clock clock = Clock.systemUTC();
    private Path workingDirectory = Path.of("").toAbsolutePath();
    private @Nullable SessionCoordinator parent;

    abstract B self();

    /** Takes all of the other's settings: what is done to that one afterwards does not reach this one. */
    void copyFrom(SessionSettings<?> other) {
        sessionId = other.sessionId;
        hooks = other.hooks;
        context = other.context;
        injections = other.injections;
        approvals = other.approvals.copy();
        display = other.display;
        audit = other.audit;
        onAuditFailure = other.onAuditFailure;
        limits = other.limits;
        maskers = other.maskers;
        capturesOutput = other.capturesOutput;
        confined = other.confined;
        standingObjection = other.standingObjection;
        clock = other.clock;
        workingDirectory = other.workingDirectory;
        parent = other.parent;
    }

    /** Everything but the conversation is the parent's. */
    void becomeChildOf(SessionCoordinator session) {
        parent = session;
        context = null;
        injections = null;
    }

    /** The session's id; without it, a random one. It is neither blank nor does it hold invisible characters. */
    public B sessionId(String id) {
        Objects.requireNonNull(id, "session id");
        if (id.isBlank() || !VisibleText.inOneLine(id).equals(id)) {
            throw new IllegalArgumentException(
                    "The session id \"" + VisibleText.inOneLine(id) + "\" is blank or holds invisible characters");
        }
        sessionId = id;
        return self();
    }

    /** Where the session's handlers are registered; without it, an empty registry of its own. */
    public B hooks(HookRegistry registry) {
        requireNoParent("hooks");
        hooks = Objects.requireNonNull(registry, "hooks");
        return self();
    }

    /** The conversation, where injections go too unless {@code injections} says otherwise; without it, in memory. */
    public B context(ContextManager manager) {
        context = Objects.requireNonNull(manager, "context");
        return self();
    }

    /** Where injections go, for a host that keeps its own conversation. */
    public B injections(InjectionSink sink) {
        injections = Objects.requireNonNull(sink, "injections");
        return self();
    }

    /** Adds an approval system, behind the {@code channels} and the systems that were added before. */
    public B approvals(ApprovalSystem system) {
        requireNoParent("approvals");
        approvals.add(Objects.requireNonNull(system, "approvals"));
        return self();
    }

    /** The channels that questions are offered to, in this order. */
    public B channels(List<? extends ApprovalChannel> newChannels) {
        requireNoParent("channels");
        approvals.channels(newChannels);
        return self();
    }

    /** Where questions are decided and grants remembered; without it, in the memory of this session. */
    public B approvalStore(ApprovalStore newStore) {
        requireNoParent("approval store");
        approvals.store(Objects.requireNonNull(newStore, "approval store"));
        return self();
    }

    /** How many different persons or systems must allow a request; without it, one. Called on the emitting thread. */
    public B votesNeeded(ToIntFunction<ApprovalRequest> votes) {
        requireNoParent("votes");
        Objects.requireNonNull(votes, "votes");
        approvals.quorum(request -> request.needing(votes.applyAsInt(request)));
        return self();
    }

    /**
     * The same by name: so many of these must allow what this hook asks. A later call of this or of
     * {@link #votesNeeded} replaces it. Called on the emitting thread with the name of the hook.
     */
    public B quorum(Function<String, Quorum> byHook) {
        requireNoParent("quorum");
        Objects.requireNonNull(byHook, "quorum");
        approvals.quorum(request -> byHook.apply(request.hook()).on(request));
        return self();
    }

    /** Rules that answer questions before a human is asked. */
    public B rules(StandingAnswers kept) {
        requireNoParent("rules");
        approvals.rules(Objects.requireNonNull(kept, "rules"));
        return self();
    }

    /** Where messages to the user go; without it, to the platform's log. */
    public B display(Display newDisplay) {
        display = Objects.requireNonNull(newDisplay, "display");
        return self();
    }

    /** Where the record goes; without it, nowhere. */
    public B audit(AuditLog log) {
        requireNoParent("audit log");
        audit = Objects.requireNonNull(log, "audit");
        return self();
    }

    /** What holds when a durable audit log fails: deny, unless this says otherwise. */
    public B onAuditFailure(AuditFailurePolicy policy) {
        onAuditFailure = Objects.requireNonNull(policy, "policy");
        return self();
    }

    /** The largest single injection, in bytes of UTF-8. */
    public B injectionSizeLimit(int bytes) {
        limits = limits.withBytes(bytes);
        return self();
    }

    /** All injections of a turn together, in tokens. */
    public B injectionBudgetPerTurn(int tokens) {
        limits = limits.withTokensPerTurn(tokens);
        return self();
    }

    /** From how many tokens a turn on there is a warning. */
    public B injectionBudgetWarning(int tokens) {
        limits = limits.withWarningTokens(tokens);
        return self();
    }

    /** All of these limits at once. */
    public B limits(InjectionLimits newLimits) {
        limits = Objects.requireNonNull(newLimits, "limits");
        return self();
    }

    /** No size limit and no budget. */
    public B unlimitedInjections() {
        limits = limits.lifted();
        return self();
    }

    /**
     * What is applied to the data of every emit, in this order and on the emitting thread, before any handler or record
     * sees them, and so to a tool's result; the tool gets the masked input. If one throws or returns null, no handler
     * runs, the event is denied with {@code Masking failed}, and its data are not recorded.
     */
    public B maskers(List<UnaryOperator<EventData>> newMaskers) {
        requireNoParent("maskers");
        maskers = List.copyOf(newMaskers);
        return self();
    }

    /**
     * Takes what hooks write to {@code System.out} and {@code System.err} on their threads for their output. This puts
     * other streams in the place of these two, for the whole program; without it they are not touched.
     */
    public B captureOutput() {
        capturesOutput = true;
        return self();
    }

    /** Where the agent works; without it, where the program was started. */
    public B workingDirectory(Path directory) {
        requireNoParent("working directory");
        workingDirectory = directory.toAbsolutePath();
        return self();
    }

    /**
     * Says that what tools run in this session is confined by the system's sandbox. Without it, guards take it that
     * nothing is.
     */
    public B confined() {
        requireNoParent("confinement");
        confined = true;
        return self();
    }

    /**
     * A switch that counts whatever was decided before: asked when a permit is redeemed, and before one is given for a call
     * that a human was asked about, on the thread that does so. The call is refused for the reason that it gives, or
     * because it throws; null lets it run. Without it, nothing is asked.
     */
    public B standingObjection(Supplier<@Nullable String> reason) {
        requireNoParent("standing objection");
        standingObjection = Objects.requireNonNull(reason, "standing objection");
        return self();
    }

    /** What tells the time of events and records; without it, the system's clock. */
    public B clock(Clock newClock) {
        clock = Objects.requireNonNull(newClock, "clock");
        return self();
    }

    /** A child gets past no hook, no human, no masker and no log of its parent. */
    private void requireNoParent(String what) {
        if (parent != null) {
            throw new IllegalStateException(
                    "Session " + sessionId + " is a child and has the " + what + " of its parent");
        }
    }

    String id() {
        return sessionId;
    }

    HookRegistry registry() {
        return hooks;
    }

    Path directory() {
        return workingDirectory;
    }

    @Nullable
    SessionCoordinator parent() {
        return parent;
    }

    boolean isConfined() {
        return confined;
    }

    Supplier<@Nullable String> standingObjection() {
        return standingObjection;
    }

    boolean capturesOutput() {
        return capturesOutput;
    }

    Recorder recorder() {
        return new Recorder(sessionId, audit, onAuditFailure, clock);
    }

    Messages messages(Recorder recorder) {
        return new Messages(display, recorder);
    }

    /** Null if the host keeps the conversation itself. */
    @Nullable
    ContextManager conversation() {
        if (context != null) {
            return context;
        }
        return switch (injections) {
            case null -> new InMemoryContextManager(limits, clock);
            case ContextManager whole -> whole;
            case InjectionSink sink -> null;
        };
    }

    InjectionDesk injections(
            @Nullable ContextManager conversation, Lifecycle lifecycle, Messages messages, Recorder recorder) {
        InjectionSink sink = injections == null ? conversation : injections;
        return new InjectionDesk(Objects.requireNonNull(sink, "injection sink"), limits, lifecycle, messages, recorder);
    }

    Pipeline.Emitting emitting() {
        return new Pipeline.Emitting(hooks, new EmitClock(clock), new Maskers(maskers), capturesOutput);
    }

    boolean isMasked() {
        return !maskers.isEmpty();
    }

    ApprovalDesk approvals(
            Recorder recorder, ApprovalJournal journal, Lifecycle lifecycle, CancellationToken cancellation) {
        return approvals.desk(
                recorder, deciders -> new Inquiry(deciders, recorder, journal, lifecycle, cancellation), clock);
    }
}
