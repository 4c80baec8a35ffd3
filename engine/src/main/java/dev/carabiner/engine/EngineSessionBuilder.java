package dev.carabiner.engine;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.context.ContextManager;
import dev.carabiner.context.InjectionSink;
import dev.carabiner.display.Throwables;
import dev.carabiner.engine.bundle.ApprovalKeys;
import dev.carabiner.engine.bundle.AuditKeys;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.engine.store.LazyApprovals;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a host brings to one session of an {@link Engine}. Each part has a default. */
public final class EngineSessionBuilder {

    private final Engine engine;
    private final String id;
    private final Path workingDirectory;
    private HookRegistry hooks = new HookRegistry();
    private @Nullable ContextManager context;
    private @Nullable InjectionSink injections;
    private @Nullable AuditLog audit;
    private @Nullable Path auditDirectory;
    private EventData plan = EventData.empty();
    private boolean capturesOutput;
    private boolean confinesTools;
    private List<UnaryOperator<EventData>> maskers = List.of();
    private List<Path> closed = List.of();
    private List<Path> records = List.of();

    EngineSessionBuilder(Engine engine, String id, Path workingDirectory) {
        this.engine = engine;
        this.id = id;
        this.workingDirectory = workingDirectory;
    }

    /** A registry that has the host's own hooks; the bundle's are added, and taken away again at the end. */
    public EngineSessionBuilder hooks(HookRegistry registry) {
        hooks = registry;
        return this;
    }

    /** The host's conversation, which gets what hooks inject; otherwise one in memory. */
    public EngineSessionBuilder context(ContextManager manager) {
        context = manager;
        return this;
    }

    /** Has what in-process hooks write to {@code System.out} and {@code System.err} taken for their output. */
    public EngineSessionBuilder captureOutput() {
        capturesOutput = true;
        return this;
    }

    /**
     * Says that the host runs every command of a tool with the session's {@link CommandRunner}, which it finds on the
     * channel {@link CommandRunner#CHANNEL}. Only then, and where the system has a sandbox, do tools count as confined, and
     * guards leave out what a sandbox holds. Without it the guards judge strictly; the hooks' own commands are confined all
     * the same, and a bundle with {@code session.sandbox: required} begins no session.
     */
    public EngineSessionBuilder confinesTools() {
        confinesTools = true;
        return this;
    }

    /** Applied in order to the data of every emit and to tool results, before a handler or the record sees them. */
    public EngineSessionBuilder maskers(List<UnaryOperator<EventData>> inOrder) {
        maskers = List.copyOf(inOrder);
        return this;
    }

    /** Where injections go, for a host whose conversation can do no more than that. */
    public EngineSessionBuilder injections(InjectionSink sink) {
        injections = sink;
        return this;
    }

    /** A log of the host's own. The session closes it at its end if it can be closed. */
    public EngineSessionBuilder audit(AuditLog log) {
        audit = log;
        return this;
    }

    /** The very directory of this session's log, instead of one below the engine's. */
    public EngineSessionBuilder auditDirectory(Path directory) {
        auditDirectory = directory;
        return this;
    }

    /** What the host runs, such as its model and tools: more fields for {@code mount_plan} in the first event. */
    public EngineSessionBuilder plan(EventData more) {
        plan = more;
        return this;
    }

    /** Files that no tool may write, such as the bundle: to a confined command they are read-only. */
    public EngineSessionBuilder closedToTools(List<Path> files) {
        closed = List.copyOf(files);
        return this;
    }

    /** Directories that no tool may see, such as the one that sessions are kept in: a confined command finds them empty. */
    public EngineSessionBuilder hiddenFromTools(List<Path> directories) {
        records = List.copyOf(directories);
        return this;
    }

    /** Mounts and starts, as {@link Engine#begin} says. */
    public EngineSession begin() {
        EngineSession session = mount();
        try {
            session.start();
            return session;
        } catch (SessionException e) {
            session.close("error", EventData.empty());
            throw e;
        }
    }

    /**
     * Mounts the bundle's hooks and emits nothing yet: the host calls {@link EngineSession#start} or
     * {@link EngineSession#resume} next, and {@link EngineSession#close()} in any case.
     *
     * @throws SessionException if a required hook cannot be mounted, or a rule file cannot be read; nothing of the
     *     session stays then
     */
    public EngineSession mount() {
        AuditWatch log = AuditWatch.of(engine, id, audit, auditDirectory);
        HookMounts mounts = new HookMounts();
        try {
            LazyApprovals approvals = mounts.using(engine.approvals());
            if (approvals != null) {
                ApprovalSetup.require(engine.bundle().session(), approvals, id);
            }
            BundleRules rules = BundleRules.of(engine, id, workingDirectory);
            SessionCoordinator coordinator = mounted(log, engine.ports().channels(), true, rules, mounts);
            if (confinesTools && !engine.bundle().tools().isEmpty()) {
                engine.ports().show(sandbox().line());
            }
            CommandRunner runner = runnerOf(coordinator);
            log.requireOpen();
            EngineSession session =
                    new EngineSession(engine, coordinator, log, mounts, () -> MountPlan.of(engine, plan), runner);
            engine.opened(session);
            return session;
        } catch (Throwable e) {
            mounts.close();
            log.close();
            Throwables.rethrowIfFatal(e);
            throw e;
        }
    }

    /**
     * Mounts the bundle's hooks to have events judged, and nothing else: no log is opened, no channel is offered a
     * question, and no event is emitted but {@code module:load_failed}. A lockdown counts if it is on now. Close it to
     * unmount them.
     *
     * @throws SessionException as {@link #mount} does
     */
    public Judge judge() {
        SectionValues audit = engine.bundle().session().get(SessionKeys.AUDIT);
        HookMounts mounts = new HookMounts();
        try {
            mounts.using(engine.approvals());
            BundleRules rules = BundleRules.of(engine, id, workingDirectory);
            AuditWatch nowhere = new AuditWatch(AuditLog.none(), "", audit);
            boolean isLocked = engine.ports().lockdown().isOn();
            SessionCoordinator coordinator = mounted(nowhere, List.of(), isLocked, rules, mounts);
            return new Judge(engine.bundle(), coordinator, rules, mounts);
        } catch (Throwable e) {
            mounts.close();
            Throwables.rethrowIfFatal(e);
            throw e;
        }
    }

    /**
     * What {@link PolicyCheck} finds in these files, with the programs of hooks confined as in a session with
     * {@link #confinesTools}. Returns when all hooks have been asked.
     *
     * @throws SessionException if they would have to be confined and cannot be
     */
    public List<Finding> check(BundleFiles files) {
        PolicyTrial.Place place = new PolicyTrial.Place(workingDirectory, session -> offer(runner(session), session));
        return new PolicyCheck(engine.ports().catalog(), place, engine.ports().clock()).of(files);
    }

    private SessionCoordinator mounted(
            AuditWatch log, List<ApprovalChannel> channels, boolean isLocked, BundleRules rules, HookMounts mounts) {
        SessionCoordinator coordinator =
                coordinator(log, channels, rules, confinesTools && sandbox().isConfined());
        if (confinesTools) {
            log.requireOpen(); // what is hidden from tools must be there
            offer(runner(coordinator), coordinator);
        } else { // most such sessions run no command, and looking for a sandbox takes one
            SandboxSetup.requireNone(engine.bundle().session(), id);
            coordinator.registerContributor(CommandRunner.CHANNEL, "sandbox", new FoundOnce(() -> {
                log.requireOpen();
                return runner(coordinator);
            }));
        }
        if (isLocked) {
            mounts.mount(engine.ports().lockdown(), coordinator);
        }
        rules.asking().addAll(mounts.mount(hooksOf(true), engine.ports(), coordinator));
        mounts.mount(hooksOf(false), engine.ports(), coordinator);
        return coordinator;
    }

    private @Nullable CommandRunner runner(SessionCoordinator coordinator) {
        return sandbox().runner(coordinator, workingDirectory, closedFiles(), hiddenPlaces(), engine.liveFiles());
    }

    private SandboxSetup sandbox() {
        return SandboxSetup.of(engine.bundle().session(), id);
    }

    private static @Nullable CommandRunner runnerOf(SessionCoordinator coordinator) {
        return coordinator.isConfined()
                ? CommandRunner.among(coordinator.collectContributions(CommandRunner.CHANNEL), true)
                : null;
    }

    /** Tools and hooks find it there; without one, commands run as they are. */
    static void offer(@Nullable CommandRunner runner, SessionCoordinator coordinator) {
        if (runner != null) {
            coordinator.registerContributor(CommandRunner.CHANNEL, "sandbox", () -> runner);
        }
    }

    private List<Path> closedFiles() {
        List<Path> all = new ArrayList<>(engine.closedFiles());
        all.addAll(closed);
        return all;
    }

    private List<Path> hiddenPlaces() {
        List<Path> all = new ArrayList<>(records);
        if (auditDirectory != null) {
            all.add(auditDirectory);
        }
        if (engine.ports().auditDirectory() != null) {
            all.add(engine.ports().auditDirectory());
        }
        return all;
    }

    /** The hooks that the managed policy mounts, or the others. */
    private List<HookSpec> hooksOf(boolean policy) {
        return engine.bundle().hooks().stream()
                .filter(hook -> engine.managed().hooks().contains(hook.name()) == policy)
                .toList();
    }

    private SessionCoordinator coordinator(
            AuditWatch log, List<ApprovalChannel> channels, BundleRules rules, boolean confined) {
        SectionValues spec = engine.bundle().session();
        EnginePorts ports = engine.ports();
        SessionCoordinator.Builder builder = SessionCoordinator.builder()
                .sessionId(id)
                .hooks(hooks)
                .display(ports.display())
                .audit(log.kept())
                .onAuditFailure(spec.get(SessionKeys.AUDIT).get(AuditKeys.ON_FAILURE))
                .workingDirectory(workingDirectory)
                .limits(SessionKeys.injections(spec))
                .maskers(maskers)
                .clock(ports.clock());
        if (confined) {
            builder.confined();
        }
        if (context != null) {
            builder.context(context);
        }
        if (capturesOutput) {
            builder.captureOutput();
        }
        if (injections != null) {
            builder.injections(injections);
        }
        LazyApprovals kept = engine.approvals();
        if (ports.approvalStore() != null) {
            builder.approvalStore(ports.approvalStore());
        } else if (kept != null) {
            builder.approvalStore(kept.store());
        }
        SectionValues approvals = spec.get(SessionKeys.APPROVALS);
        builder.quorum(hook -> ApprovalKeys.quorum(approvals, hook));
        builder.channels(LockedChannels.of(channels, ports.lockdown()));
        builder.standingObjection(() -> ports.lockdown().isOn() ? Lockdown.REASON : null);
        return builder.rules(rules).build();
    }
}
