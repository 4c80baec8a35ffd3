package dev.carabiner.runtime.agent;

import dev.carabiner.context.Message;
import dev.carabiner.display.Throwables;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.PolicyViolations;
import dev.carabiner.engine.bundle.AgentSpec;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.context.ContextSettings;
import dev.carabiner.runtime.context.SessionContext;
import dev.carabiner.runtime.context.TokenCounter;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.RetryPolicy;
import dev.carabiner.runtime.store.SessionDirectory;
import dev.carabiner.runtime.store.SessionIds;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStore;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolBox;
import dev.carabiner.session.SessionCoordinator;
import java.lang.System.Logger;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session and all that come out of it share. Closed with the first of them. */
record SessionParts(
        Bundle bundle,
        Provider provider,
        RetryPolicy retries,
        List<Tool> tools,
        TokenCounter counter,
        Path workingDirectory,
        @Nullable SessionStore store,
        Secrets secrets,
        Clock clock)
        implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Session.class.getName());

    /** The same hooks, approvals, display and log; another conversation. A spec makes it a sub-agent, none a fork. */
    Session child(Session parent, List<Message> before, @Nullable AgentSpec spec) {
        String id = newId();
        try (Undo undo = new Undo()) {
            SessionRecord record = new SessionRecord(directory(id, parent.id(), spec), clock);
            undo.add(record::failed);
            SessionContext context = context(record, before);
            before.forEach(record.journal()::added);
            if (spec != null && !spec.instructions().isBlank()) {
                context.add(Message.system(spec.instructions()));
            }
            EngineSession mounted = parent.mounted().child(id, context);
            Family place =
                    spec == null ? parent.family().fork() : parent.family().subAgent();
            Session child = session(mounted, context, record, spec, place);
            parent.family().add(child);
            undo.forget();
            return child;
        }
    }

    /** Puts an agent together. */
    Session session(
            EngineSession mounted,
            SessionContext context,
            SessionRecord record,
            @Nullable AgentSpec spec,
            Family place) {
        TaskTool task = new TaskTool(bundle.agents());
        ToolBox box = new ToolBox(toolsFor(spec, task));
        boolean streaming = bundle.session().get(SessionKeys.STREAMING);
        SessionCoordinator coordinator = mounted.coordinator();
        PolicyViolations violations = new PolicyViolations(mounted);
        Agent agent = new Agent(
                coordinator,
                context,
                new ModelCall(coordinator, provider, retries, streaming, violations, secrets),
                box,
                new CompactionStep(coordinator, context),
                violations,
                secrets,
                orchestrator(),
                bundle.session().get(SessionKeys.MAX_ROUNDS));
        Session session = new Session(this, mounted, agent, record, place);
        task.delegatesFrom(session);
        return session;
    }

    private List<Tool> toolsFor(@Nullable AgentSpec spec, TaskTool task) {
        List<Tool> all = new ArrayList<>(tools);
        if (!bundle.agents().isEmpty()
                && bundle.tools().stream().anyMatch(tool -> tool.module().equals(AgentCatalog.TASK_MODULE))) {
            all.add(task);
        }
        if (spec == null || spec.tools().isEmpty()) {
            return all;
        }
        return all.stream().filter(tool -> spec.tools().contains(tool.name())).toList();
    }

    /** The conversation so far; it begins with the bundle's instructions, and no call in it is without an answer. */
    SessionContext context(SessionRecord record, @Nullable SessionDirectory resumed) {
        List<Message> before =
                resumed == null ? List.of() : resumed.transcript().messages();
        SessionContext context = context(record, before);
        String instructions = bundle.session().get(SessionKeys.INSTRUCTIONS);
        if (before.isEmpty() && !instructions.isBlank()) {
            context.add(Message.system(instructions));
        }
        OpenCalls.close(context);
        return context;
    }

    private SessionContext context(SessionRecord record, List<Message> before) {
        return new SessionContext(
                ContextSettings.from(bundle.session().get(SessionKeys.CONTEXT).config()),
                SessionKeys.injections(bundle.session()),
                clock,
                counter,
                record.journal(),
                before);
    }

    @Nullable
    SessionDirectory directory(String id, @Nullable String parent, @Nullable AgentSpec spec) {
        if (store == null) {
            return null;
        }
        SessionMetadata begun = SessionMetadata.begin(id, clock.instant(), workingDirectory, bundleName(spec))
                .withModel(provider.name(), provider.model());
        return store.create(parent == null ? begun : begun.withParent(parent));
    }

    /** A sub-agent's is another one than its parent's, so that it cannot be resumed with more than it had. */
    private String bundleName(@Nullable AgentSpec spec) {
        return spec == null ? bundle.name() : bundle.name() + "/" + spec.name();
    }

    /** What events call the loop. */
    private String orchestrator() {
        return bundle.session().get(SessionKeys.STREAMING) ? "loop-streaming" : "loop-basic";
    }

    /** What the agent runs with, for the events that tell of it. */
    EventData plan() {
        return EventData.of(
                "orchestrator", orchestrator(),
                "context", bundle.session().get(SessionKeys.CONTEXT).module(),
                "provider", provider.name(),
                "model", provider.model(),
                "tools", bundle.tools().stream().map(ModuleSpec::module).toList(),
                "agents", bundle.agents().stream().map(AgentSpec::name).toList());
    }

    String newId() {
        return SessionIds.next(clock);
    }

    @Override
    public void close() {
        try {
            provider.close();
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            LOG.log(Logger.Level.ERROR, () -> "A session did not end cleanly: " + Throwables.inWords(e));
        }
    }
}
