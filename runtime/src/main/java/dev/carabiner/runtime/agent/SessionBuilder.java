package dev.carabiner.runtime.agent;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.context.Message;
import dev.carabiner.display.Display;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.engine.bundle.AuditSpec;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.runtime.context.SessionContext;
import dev.carabiner.runtime.context.TokenCounter;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.RetryPolicy;
import dev.carabiner.runtime.store.SessionDirectory;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStore;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.session.SessionCoordinator;
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

    private @Nullable Bundle bundle;
    private @Nullable ModuleCatalog catalog;
    private @Nullable Provider provider;
    private String providerName = "";
    private @Nullable SessionStore store;
    private @Nullable ApprovalSystem approvals;
    private @Nullable ApprovalRules rules;
    private @Nullable AuditLog audit;
    private @Nullable String id;
    private boolean otherBundle;
    private Display display = Display.logging();
    private HookRegistry hooks = new HookRegistry();
    private Path workingDirectory = Path.of("");
    private RetryPolicy retries = RetryPolicy.DEFAULT;
    private TokenCounter counter = TokenCounter.jtokkit();
    private Clock clock = Clock.systemUTC();
    private UnaryOperator<@Nullable String> environment = System::getenv;
    private final List<Tool> tools = new ArrayList<>();
    private final List<Path> closed = new ArrayList<>();

    SessionBuilder() {}

    public SessionBuilder bundle(Bundle newBundle) {
        bundle = newBundle;
        return this;
    }

    /** Where modules are found; otherwise what is on the class path. */
    public SessionBuilder catalog(ModuleCatalog newCatalog) {
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

    public SessionBuilder approvals(ApprovalSystem system) {
        approvals = system;
        return this;
    }

    public SessionBuilder rules(ApprovalRules kept) {
        rules = kept;
        return this;
    }

    /** A log of your own, instead of the one in the store. The session closes it if it can be closed. */
    public SessionBuilder audit(AuditLog log) {
        audit = log;
        return this;
    }

    public SessionBuilder display(Display newDisplay) {
        display = newDisplay;
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

    /** Files that no tool may write, such as the bundle itself. */
    public SessionBuilder closedToTools(List<Path> files) {
        closed.addAll(files);
        return this;
    }

    public SessionBuilder retries(RetryPolicy policy) {
        retries = policy;
        return this;
    }

    public SessionBuilder tokenCounter(TokenCounter newCounter) {
        counter = newCounter;
        return this;
    }

    public SessionBuilder clock(Clock newClock) {
        clock = newClock;
        return this;
    }

    /** Where providers look for their keys. */
    public SessionBuilder environment(UnaryOperator<@Nullable String> variables) {
        environment = variables;
        return this;
    }

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

    /** A session may be resumed with another bundle than it had: somebody has chosen to. */
    public SessionBuilder withAnyBundle() {
        otherBundle = true;
        return this;
    }

    private Session begin(String sessionId, @Nullable SessionDirectory resumed) {
        Bundle chosen = Objects.requireNonNull(bundle, "a session needs a bundle");
        ModuleCatalog modules = catalog == null ? ModuleCatalog.installed() : catalog;
        BundleModules named = new BundleModules(chosen, modules);
        try (Undo undo = new Undo()) {
            if (resumed != null) {
                undo.add(resumed);
            }
            Workspace workspace = Workspace.at(workingDirectory).closing(closed);
            Provider model = undo.add(provider == null ? named.provider(providerName, environment) : provider);
            List<Tool> all = new ArrayList<>(named.tools(workspace));
            all.addAll(tools);
            SessionParts unlogged = new SessionParts(
                    chosen,
                    model,
                    retries,
                    all,
                    counter,
                    workspace.root(),
                    store,
                    new HookMounts(),
                    new AuditWatch(AuditLog.none(), "", chosen.session().audit()),
                    Secrets.of(chosen, modules, environment),
                    clock);
            SessionDirectory directory = resumed == null ? unlogged.directory(sessionId, null, null) : resumed;
            if (directory != null && resumed == null) {
                undo.add(directory);
            }
            SessionParts parts = undo.add(unlogged.withAudit(
                    log(sessionId, directory, chosen.session().audit())));
            Session session = session(parts, sessionId, directory, resumed != null);
            parts.mounts().mount(chosen.hooks(), modules, session.coordinator(), display);
            announce(parts, session, resumed != null);
            undo.forget();
            return session;
        } catch (IOException e) {
            throw SessionException.failed(
                    sessionId, "The working directory " + workingDirectory + " cannot be used: " + e, e);
        }
    }

    private Session session(
            SessionParts parts, String sessionId, @Nullable SessionDirectory directory, boolean resumed) {
        SessionRecord record = new SessionRecord(directory, clock);
        if (resumed) {
            record.resumed();
        }
        List<Message> before =
                resumed && directory != null ? directory.transcript().messages() : List.of();
        SessionContext context = parts.context(record, before);
        SessionCoordinator.Builder builder = SessionCoordinator.builder()
                .sessionId(sessionId)
                .hooks(hooks)
                .context(context)
                .display(display)
                .audit(parts.audit())
                .onAuditFailure(parts.bundle().session().audit().onFailure())
                .workingDirectory(parts.workingDirectory())
                .limits(parts.bundle().session().injections())
                .captureOutput()
                .clock(clock);
        if (approvals != null) {
            builder.approvals(approvals);
        }
        if (rules != null) {
            builder.rules(rules);
        }
        if (before.isEmpty() && !parts.bundle().session().instructions().isBlank()) {
            context.add(Message.system(parts.bundle().session().instructions()));
        }
        OpenCalls.close(context);
        return parts.session(builder.build(), context, record, null, Family.root());
    }

    private static void announce(SessionParts parts, Session session, boolean resumed) {
        EventData data = resumed
                ? EventData.of(
                        "mount_plan", parts.plan(),
                        "messages_count", session.messages().size())
                : EventData.of("mount_plan", parts.plan(), "source", "startup");
        parts.requireAllowed(session, session.coordinator().emit(resumed ? "session:resume" : "session:start", data));
    }

    /** What the bundle wants of the log, no other log than that of a store can do. */
    private AuditWatch log(String sessionId, @Nullable SessionDirectory directory, AuditSpec spec) {
        if (audit == null && directory != null) {
            return AuditWatch.in(directory, spec);
        }
        if (!spec.anchors().isEmpty() || !spec.secrets().isEmpty()) {
            throw SessionException.failed(
                    sessionId,
                    "The bundle's session.audit names anchors or secrets, which only the audit log of a store has; give"
                            + " the session a store, and no audit log of its own",
                    null);
        }
        return new AuditWatch(audit == null ? AuditLog.none() : audit, "", spec);
    }
}
