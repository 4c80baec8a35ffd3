package dev.carabiner.runtime.agent;

import dev.carabiner.display.Display;
import dev.carabiner.display.Level;
import dev.carabiner.display.Trouble;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.AllOrNone;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.SessionCoordinator;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** The hook modules of a session, from the first mount to the last unmount. */
final class HookMounts implements AutoCloseable {

    private static final Logger LOG = System.getLogger(HookMounts.class.getName());

    private final Deque<AutoCloseable> mounted = new ArrayDeque<>();

    /**
     * Mounts them in order. One that cannot be mounted leaves nothing behind but a warning, and
     * {@code module:load_failed}.
     *
     * @throws SessionException if it is one that the bundle requires
     */
    void mount(List<HookSpec> hooks, ModuleCatalog catalog, SessionCoordinator session, Display display) {
        for (HookSpec hook : hooks) {
            try {
                HookModule module = catalog.hook(hook.module());
                mounted.push(AllOrNone.run(() -> mount(hook, module, session)));
            } catch (Throwable e) {
                Trouble.rethrowIfFatal(e);
                failed(hook, Trouble.inWords(e), session, display);
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

    /** A hook that would never fire is a mistake in the bundle, not a hook. */
    private static AutoCloseable mount(HookSpec hook, HookModule module, SessionCoordinator session) throws Exception {
        Map<String, List<String>> before = session.hooks().listHandlers();
        AutoCloseable mount = session.mount(module, hook.config());
        if (session.hooks().listHandlers().equals(before)) {
            mount.close();
            throw new IllegalStateException("it listens to no event with these settings");
        }
        return mount;
    }

    private static void failed(HookSpec hook, String problem, SessionCoordinator session, Display display) {
        String text = "The hook module " + hook.module() + " (" + hook.at() + ") is not mounted: " + problem;
        try {
            display.show(new UserMessage(text, Level.WARNING, "carabiner"));
        } catch (RuntimeException e) {
            LOG.log(Logger.Level.WARNING, text, e);
        }
        session.emit(
                "module:load_failed", EventData.of("module", hook.module(), "error", EventData.of("message", problem)));
    }

    /** The last one first. One that fails keeps no other from being unmounted. */
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
