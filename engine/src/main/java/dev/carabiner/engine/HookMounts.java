package dev.carabiner.engine;

import dev.carabiner.display.Trouble;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.AllOrNone;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.SessionCoordinator;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** The hook modules of a session, from the first mount to the last unmount. The only place that mounts any. */
final class HookMounts implements AutoCloseable {

    private static final Logger LOG = System.getLogger(HookMounts.class.getName());

    private final Deque<AutoCloseable> mounted = new ArrayDeque<>();

    /**
     * Mounts them in order, on the calling thread. One that cannot be mounted leaves nothing behind but a warning on the
     * display and {@code module:load_failed}.
     *
     * @throws SessionException if it is one that the bundle requires
     */
    void mount(List<HookSpec> hooks, EnginePorts ports, SessionCoordinator session) {
        for (HookSpec hook : hooks) {
            try {
                mounted.push(mount(hook, ports.catalog(), session));
            } catch (Throwable e) {
                Trouble.rethrowIfFatal(e);
                failed(hook, Trouble.inWords(e), session, ports);
                if (hook.required()) {
                    throw SessionException.failed(
                            session.sessionId(),
                            hook.at() + ": the hook module " + hook.module() + " is required and cannot be mounted: "
                                    + Trouble.inWords(e),
                            e);
                }
            }
        }
    }

    /** Mounts one; closing what it returns unmounts it. If it throws, nothing that it has registered stays. */
    static AutoCloseable mount(HookSpec hook, ModuleCatalog catalog, SessionCoordinator session) throws Exception {
        HookModule module = catalog.hook(hook.module());
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

    private static void failed(HookSpec hook, String problem, SessionCoordinator session, EnginePorts ports) {
        ports.warn("The hook module " + hook.module() + " (" + hook.at() + ") is not mounted: " + problem);
        session.emit(
                "module:load_failed", EventData.of("module", hook.module(), "error", EventData.of("message", problem)));
    }

    /** Unmounts the last one first. One that fails keeps no other from being unmounted. */
    @Override
    public void close() {
        while (!mounted.isEmpty()) {
            try {
                mounted.pop().close();
            } catch (Throwable e) {
                Trouble.rethrowIfFatal(e);
                LOG.log(Logger.Level.WARNING, () -> "A hook module could not be unmounted: " + Trouble.inWords(e));
            }
        }
    }
}
