package dev.carabiner.session;

import dev.carabiner.display.Display;
import dev.carabiner.event.EventType;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookObserver;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistrar;
import dev.carabiner.hook.Registration;
import dev.carabiner.hook.TypedHandler;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** One module in one session, from its mount to its unmount. What it has registered goes with it. */
final class ModuleMount implements Mount, AutoCloseable {

    private final SessionCoordinator session;
    private final HookConfig config;
    private final Display display;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private boolean closed;

    ModuleMount(SessionCoordinator session, HookConfig config, Display display) {
        this.session = session;
        this.config = config;
        this.display = display;
    }

    @Override
    public HookRegistrar hooks() {
        return new Registrar();
    }

    @Override
    public String sessionId() {
        return session.sessionId();
    }

    @Override
    public Path workingDirectory() {
        return session.workingDirectory();
    }

    @Override
    public boolean isConfined() {
        return session.isConfined();
    }

    @Override
    public Display display() {
        return display;
    }

    @Override
    public void registerContributor(String channel, String contributor, Supplier<?> supplier) {
        kept(() -> session.contributions().register(channel, contributor, supplier), undoing -> undoing);
    }

    @Override
    public List<Object> collectContributions(String channel) {
        return session.collectContributions(channel);
    }

    /** Takes away what is still registered, the last one first. The second time it does nothing. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            while (!undo.isEmpty()) {
                undo.pop().run();
            }
        } finally {
            lock.unlock();
        }
    }

    /** What closes the module, and then this. */
    AutoCloseable closingAfter(AutoCloseable module) {
        return () -> {
            try {
                module.close();
            } finally {
                close();
            }
        };
    }

    private interface Undoing<T> {
        Runnable undo(T registered);
    }

    private <T> T kept(Supplier<T> registering, Undoing<T> undoing) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("The module has been unmounted and cannot register any more");
            }
            T registered = registering.get();
            undo.push(undoing.undo(registered));
            return registered;
        } finally {
            lock.unlock();
        }
    }

    /** The session's registry as the module sees it: the bundle has the last word on every registration. */
    private final class Registrar implements HookRegistrar {

        @Override
        public Registration register(HookOptions options, HookHandler handler) {
            return kept(() -> session.hooks().register(config.options(options), handler), one -> one::close);
        }

        @Override
        public <V> Registration on(EventType<V> type, HookOptions options, TypedHandler<V> handler) {
            return kept(() -> session.hooks().on(type, config.options(options), handler), one -> one::close);
        }

        @Override
        public Registration observe(HookOptions options, HookObserver observer) {
            return kept(() -> session.hooks().observe(config.options(options), observer), one -> one::close);
        }
    }
}
