package dev.carabiner.runtime.agent;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.display.Display;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineBuilder;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.EngineSessionBuilder;
import dev.carabiner.engine.Lockdown;
import dev.carabiner.engine.SessionException;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.runtime.context.SessionContext;
import dev.carabiner.runtime.context.TokenCounter;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.RetryPolicy;
import dev.carabiner.runtime.store.SessionDirectory;
import dev.carabiner.runtime.store.SessionIds;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStore;
import dev.carabiner.runtime.tool.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A session in the making. Only a bundle is needed; everything else has a sensible default. */
public final class SessionBuilder {

    private final EngineBuilder engine = Engine.builder();
    private @Nullable Bundle bundle;
    private @Nullable AgentCatalog catalog;
    private @Nullable Provider provider;
    private String providerName = "";
    private @Nullable SessionStore store;
    private @Nullable AuditLog audit;
    private @Nullable String id;
    private boolean otherBundle;
    private HookRegistry hooks = new HookRegistry();
    private Path workingDirectory = Path.of("");
    private RetryPolicy retries = RetryPolicy.DEFAULT;
    private TokenCounter counter = TokenCounter.jtokkit();
    private Clock clock = Clock.systemUTC();
    private UnaryOperator<@Nullable String> environment = System::getenv;
    private final List<Tool> tools = new ArrayList<>();
    private final List<Path> closed = new ArrayList<>();

    SessionBuilder() {}

    /** What the agent is made of. Required; {@code start} and {@code resume} throw without it. */
    public SessionBuilder bundle(Bundle newBundle) {
        bundle = newBundle;
        return this;
    }

    /** Where modules are found; otherwise what is on the class path. */
    public SessionBuilder catalog(AgentCatalog newCatalog) {
        catalog = newCatalog;
        return this;
    }

    /** A provider of your own, instead of the bundle's. The session closes it. */
    public SessionBuilder provider(Provider newProvider) {
        provider = newProvider;
        return this;
    }

    /** Another one of the bundle's providers than the first. */
    public SessionBuilder providerNamed(String name) {
        providerName = name;
        return this;
    }

    /** Tools of your own, beside the bundle's. */
    public SessionBuilder tool(Tool tool) {
        tools.add(tool);
        return this;
    }

    /** Where the session is written down, with its audit log. Without a store it leaves nothing. */
    public SessionBuilder store(SessionStore newStore) {
        store = newStore;
        return this;
    }

    /** Who answers the questions of hooks. Without it, and without channels, they are denied. */
    public SessionBuilder approvals(ApprovalSystem system) {
        return channels(List.of(system));
    }

    /** The channels that questions are offered to, in this order: the first answer decides. */
    public SessionBuilder channels(List<? extends ApprovalChannel> inOrder) {
        engine.channels(inOrder);
        return this;
    }

    /** The file for approvals where the bundle names no store, so that they outlive the process; otherwise none. */
    public SessionBuilder approvalsIn(Path file) {
        engine.approvalsIn(file);
        return this;
    }

    /** Where questions are decided and grants are kept; otherwise where the bundle says, or in memory. */
    public SessionBuilder approvalStore(ApprovalStore newStore) {
        engine.approvalStore(newStore);
        return this;
    }

    /** Answers that were given before: they are looked at before a question is offered to a channel. */
    public SessionBuilder rules(StandingAnswers kept) {
        engine.rules(kept);
        return this;
    }

    /** A log of your own, instead of the one in the store. The session closes it if it can be closed. */
    public SessionBuilder audit(AuditLog log) {
        audit = log;
        return this;
    }

    /** Shows the messages of hooks to the user. Called on the emitting thread; without it they go to the log. */
    public SessionBuilder display(Display newDisplay) {
        engine.display(newDisplay);
        return this;
    }

    /** A registry that has hooks already; the bundle's are added to it. */
    public SessionBuilder hooks(HookRegistry registry) {
        hooks = registry;
        return this;
    }

    /** What the agent's tools are confined to. */
    public SessionBuilder workingDirectory(Path directory) {
        workingDirectory = directory;
        return this;
    }

    /** What denies every tool call while it is on; otherwise the switch of the user that the process runs as. */
    public SessionBuilder lockdown(Lockdown lockdown) {
        engine.lockdown(lockdown);
        return this;
    }

    /** Files that no tool may write, such as the bundle itself. */
    public SessionBuilder closedToTools(List<Path> files) {
        closed.addAll(files);
        return this;
    }

    /** How often a call to the model is tried, and how long the loop waits in between. */
    public SessionBuilder retries(RetryPolicy policy) {
        retries = policy;
        return this;
    }

    /** How long a message is, for compaction. */
    public SessionBuilder tokenCounter(TokenCounter newCounter) {
        counter = newCounter;
        return this;
    }

    /** The time in events, record and store. */
    public SessionBuilder clock(Clock newClock) {
        clock = newClock;
        return this;
    }

    /** Where providers look for their keys, and a store for its password. */
    public SessionBuilder environment(UnaryOperator<@Nullable String> variables) {
        environment = variables;
        engine.environment(variables);
        return this;
    }

    /** The id of the session that {@code start} begins; without it a new one is made. */
    public SessionBuilder sessionId(String newId) {
        id = newId;
        return this;
    }

    /**
     * Mounts everything and begins.
     *
     * @throws SessionException if a required hook cannot be mounted, or a hook denies the beginning
     */
    public Session start() {
        return begin(id == null ? SessionIds.next(clock) : id, null);
    }

    /**
     * Goes on where a session of the store stopped, whatever stopped it.
     *
     * @throws SessionException if it ran with another bundle, and so under other hooks
     */
    public Session resume(String sessionId) {
        SessionStore from = Objects.requireNonNull(store, "a store to resume from");
        SessionMetadata metadata = from.metadata(sessionId);
        String before = metadata.bundle();
        String now = Objects.requireNonNull(bundle, "a session needs a bundle").name();
        if (!otherBundle && !before.equals(now)) {
            throw SessionException.failed(
                    sessionId,
                    metadata.isSubAgentOf(now)
                            ? "Session " + sessionId + " was a sub-agent's; resume the one that it worked for, "
                                    + metadata.parent()
                            : "Session " + sessionId + " ran with the bundle " + before + ", not with " + now
                                    + "; resume it with the bundle it had",
                    null);
        }
        return begin(sessionId, from.open(sessionId));
    }

    /** Lets {@link #resume} go on with another bundle than the session had. Without it, that is refused. */
    public SessionBuilder withAnyBundle() {
        otherBundle = true;
        return this;
    }

    private Session begin(String sessionId, @Nullable SessionDirectory resumed) {
        AgentCatalog modules = catalog == null ? AgentCatalog.installed() : catalog;
        Engine policy = engine.catalog(modules.modules())
                .clock(clock)
                .with(Objects.requireNonNull(bundle, "a session needs a bundle"));
        try (Undo undo = new Undo()) {
            if (resumed != null) {
                undo.add(resumed);
            }
            SessionParts parts = undo.add(parts(policy, modules));
            SessionDirectory directory = resumed == null ? parts.directory(sessionId, null, null) : resumed;
            SessionRecord record = new SessionRecord(directory, clock);
            if (resumed == null) {
                undo.add(record::failed);
            }
            SessionContext context = parts.context(record, resumed);
            EngineSession mounted = undo.add(mounted(policy, sessionId, parts, context, directory));
            Session session = parts.session(mounted, context, record, null, Family.root());
            if (resumed == null) {
                session.start(EngineSession::start);
            } else {
                record.resumed();
                session.start(it -> it.resume(session.messages().size()));
            }
            undo.forget();
            return session;
        } catch (IOException e) {
            throw SessionException.failed(
                    sessionId, "The working directory " + workingDirectory + " cannot be used: " + e, e);
        }
    }

    private SessionParts parts(Engine policy, AgentCatalog modules) throws IOException {
        Bundle inForce = policy.bundle();
        BundleModules named = new BundleModules(inForce, modules);
        Workspace workspace = Workspace.at(workingDirectory).closing(closed).closing(policy.closedFiles());
        Provider model = provider == null ? named.provider(providerName, environment) : provider;
        try (Undo undo = new Undo()) {
            undo.add(model);
            List<Tool> all = new ArrayList<>(named.tools(workspace));
            all.addAll(tools);
            Secrets secrets = Secrets.of(inForce, modules, environment);
            undo.forget();
            return new SessionParts(inForce, model, retries, all, counter, workspace.root(), store, secrets, clock);
        }
    }

    private EngineSession mounted(
            Engine policy,
            String sessionId,
            SessionParts parts,
            SessionContext context,
            @Nullable SessionDirectory directory) {
        EngineSessionBuilder builder = policy.session(sessionId, parts.workingDirectory())
                .hooks(hooks)
                .context(context)
                .captureOutput()
                .confinesTools()
                .maskers(parts.secrets().maskers())
                .closedToTools(closed)
                .hiddenFromTools(store == null ? List.of() : List.of(store.root()))
                .plan(parts.plan());
        if (audit != null) {
            builder.audit(audit);
        } else if (directory != null) {
            builder.auditDirectory(directory.auditDirectory());
        }
        return builder.mount();
    }
}
