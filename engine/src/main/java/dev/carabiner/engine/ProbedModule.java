package dev.carabiner.engine;

import dev.carabiner.display.Display;
import dev.carabiner.event.EventData;
import dev.carabiner.event.EventType;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookObserver;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistrar;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.Registration;
import dev.carabiner.hook.TypedHandler;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * A module whose handlers stand in a second registry too, where it can be asked alone: the very handlers that guard the
 * session, with their priorities, failure policies and timeouts. What they answer there has no effect.
 */
final class ProbedModule implements HookModule {

    private final HookModule module;
    private final HookRegistry alone = new HookRegistry();
    private final List<HookOptions> registered = new CopyOnWriteArrayList<>();

    ProbedModule(HookModule module) {
        this.module = module;
    }

    /** What this one module says of an event. */
    HookOutcome answer(String event, EventData data) {
        return alone.emit(event, data);
    }

    /** The events and patterns that it is registered for. */
    Set<String> events() {
        return alone.listHandlers().keySet();
    }

    /** How its handlers are registered, with what the bundle says; those that only watch as well. */
    List<HookOptions> registered() {
        return List.copyOf(registered);
    }

    boolean isGuarding() {
        return module.isGuard();
    }

    @Override
    public String name() {
        return module.name();
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) throws Exception {
        return module.mount(new Both(mount, config), config);
    }

    /** What the module gets: each registration is made twice. */
    private final class Both implements Mount, HookRegistrar {

        private final Mount mount;
        private final HookConfig config;

        Both(Mount mount, HookConfig config) {
            this.mount = mount;
            this.config = config;
        }

        @Override
        public HookRegistrar hooks() {
            return this;
        }

        @Override
        public String sessionId() {
            return mount.sessionId();
        }

        @Override
        public Path workingDirectory() {
            return mount.workingDirectory();
        }

        @Override
        public boolean isConfined() {
            return mount.isConfined();
        }

        @Override
        public Display display() {
            return mount.display();
        }

        @Override
        public void registerContributor(String channel, String name, Supplier<?> supplier) {
            mount.registerContributor(channel, name, supplier);
        }

        @Override
        public List<Object> collectContributions(String channel) {
            return mount.collectContributions(channel);
        }

        @Override
        public Registration register(HookOptions options, HookHandler handler) {
            registered.add(config.options(options));
            Registration real = mount.hooks().register(options, handler);
            return together(real, alone.register(config.options(options), handler));
        }

        @Override
        public <V> Registration on(EventType<V> type, HookOptions options, TypedHandler<V> handler) {
            registered.add(config.options(options));
            Registration real = mount.hooks().on(type, options, handler);
            return together(real, alone.on(type, config.options(options), handler));
        }

        /** What only watches lets everything pass: it is no part of what is probed. */
        @Override
        public Registration observe(HookOptions options, HookObserver observer) {
            registered.add(config.options(options));
            return mount.hooks().observe(options, observer);
        }
    }

    private static Registration together(Registration real, Registration probed) {
        return new Registration() {

            @Override
            public String name() {
                return real.name();
            }

            @Override
            public void close() {
                probed.close();
                real.close();
            }
        };
    }
}
