package dev.carabiner.engine;

import dev.carabiner.display.Throwables;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.store.LazyApprovals;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.event.ModuleLoadFailed;
import dev.carabiner.hook.AllOrNone;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.SessionCoordinator;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The hook modules of a session, from the first mount to the last unmount. The only place that mounts any. */
final class HookMounts implements AutoCloseable {

    private static final Logger LOG = System.getLogger(HookMounts.class.getName());

    private final Deque<AutoCloseable> mounted = new ArrayDeque<>();
    private @Nullable Canaries canaries;

    /**
     * Mounts them in order, on the calling thread. One that cannot be mounted leaves nothing behind but a warning on the
     * display and {@code module:load_failed}.
     *
     * @return the names of the handlers that they have registered
     * @throws SessionException if it is one that the bundle requires
     */
    Set<String> mount(List<HookSpec> hooks, EnginePorts ports, SessionCoordinator session) {
        Map<String, List<String>> before = session.hooks().listHandlers();
        Canaries probes = canaries == null ? new Canaries(session, ports) : canaries;
        canaries = probes;
        for (HookSpec hook : hooks) {
            try {
                mounted.push(mount(hook, ports.catalog(), session, probes));
            } catch (Throwable e) {
                Throwables.rethrowIfFatal(e);
                failed(hook, e, session, ports);
                if (hook.required()) {
                    throw SessionException.failed(
                            session.sessionId(),
                            hook.at() + ": the hook module " + hook.name() + " is required and cannot be mounted: "
                                    + Throwables.inWords(e),
                            e);
                }
            }
        }
        Set<String> names = new HashSet<>();
        session.hooks().listHandlers().forEach((event, all) -> {
            List<String> more = new ArrayList<>(all);
            before.getOrDefault(event, List.of()).forEach(more::remove);
            names.addAll(more);
        });
        return names;
    }

    /** Keeps the store for as long as anything is mounted: what is unmounted last lets go of it. */
    @Nullable
    LazyApprovals using(@Nullable LazyApprovals approvals) {
        if (approvals != null) {
            mounted.push(approvals.entered());
        }
        return approvals;
    }

    /** The probes of what is mounted, not started yet; null if nothing is. */
    @Nullable
    Canaries canaries() {
        return canaries;
    }

    /** Denies every tool call while the lockdown is on. Before all other hooks: none of them is asked then. */
    void mount(Lockdown lockdown, SessionCoordinator session) {
        HookOptions first = HookOptions.forEvent(Events.TOOL_PRE)
                .name(Lockdown.HOOK)
                .priority(Integer.MIN_VALUE)
                .onFailure(FailurePolicy.DENY);
        mounted.push(session.hooks()
                .register(first, (event, data) -> lockdown.isOn() ? HookResult.deny(Lockdown.REASON) : null));
    }

    /** Mounts one that may have canaries. */
    private static AutoCloseable mount(
            HookSpec hook, ModuleCatalog catalog, SessionCoordinator session, Canaries canaries) throws Exception {
        HookModule module = catalog.hook(hook.module());
        if (hook.canaries().isEmpty()) {
            return mount(hook, module, session);
        }
        ProbedModule probed = new ProbedModule(module);
        AutoCloseable mounted = mount(hook, probed, session);
        AutoCloseable gate = canaries.add(hook, probed);
        return () -> {
            try (gate) {
                mounted.close();
            }
        };
    }

    /** Mounts one; closing what it returns unmounts it. If it throws, nothing that it has registered stays. */
    static AutoCloseable mount(HookSpec hook, HookModule module, SessionCoordinator session) throws Exception {
        return AllOrNone.run(() -> {
            Map<String, List<String>> before = session.hooks().listHandlers();
            AutoCloseable mount = session.mount(module, hook.config());
            if (session.hooks().listHandlers().equals(before)) { // a mistake in the bundle, not a hook
                mount.close();
                throw new IllegalStateException("it listens to no event with these settings");
            }
            return mount;
        });
    }

    private static void failed(HookSpec hook, Throwable thrown, SessionCoordinator session, EnginePorts ports) {
        String problem = Throwables.inWords(thrown);
        Throwables.log(LOG, Logger.Level.DEBUG, "The hook module " + hook.name() + " cannot be mounted", thrown);
        ports.warn("The hook module " + hook.name() + " (" + hook.at() + ") is not mounted: " + problem);
        session.emit(
                Events.MODULE_LOAD_FAILED,
                new ModuleLoadFailed(null, hook.name(), EventData.of("message", problem), null));
    }

    /** Unmounts the last one first. One that fails keeps no other from being unmounted. */
    @Override
    public void close() {
        while (!mounted.isEmpty()) {
            try {
                mounted.pop().close();
            } catch (Throwable e) {
                Throwables.rethrowIfFatal(e);
                String what = "A hook module could not be unmounted: " + Throwables.inWords(e);
                Throwables.log(LOG, Logger.Level.WARNING, what, e);
            }
        }
    }
}
