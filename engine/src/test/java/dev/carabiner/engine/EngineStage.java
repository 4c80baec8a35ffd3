package dev.carabiner.engine;

import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An engine to be, whose only session's events are all written down. */
final class EngineStage {

    static final Position HERE = new Position("test.yaml", 1);

    /** An event as a watcher sees it. */
    record Seen(String event, EventData data) {}

    /** What the module of a test does when it is mounted. */
    interface Mounting {
        AutoCloseable mount(Mount mount) throws Exception;
    }

    private record Module(String name, Mounting mounting) implements HookModule {

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) throws Exception {
            return mounting.mount(mount);
        }
    }

    final EngineBuilder builder = Engine.builder();
    final HookRegistry hooks = new HookRegistry();
    final List<Seen> seen = Collections.synchronizedList(new ArrayList<>());
    private final List<HookModule> modules = new ArrayList<>();
    private final List<HookSpec> specs = new ArrayList<>();
    private SectionValues session = SectionValues.NONE;

    EngineStage() {
        hooks.observe("*", (event, data) -> seen.add(new Seen(event, data)));
    }

    /** A hook module that the bundle names. */
    EngineStage module(String name, SectionValues how, Mounting mounting) {
        modules.add(new Module(name, mounting));
        specs.add(new HookSpec(name, EventData.empty(), how, HERE));
        return this;
    }

    EngineStage session(SectionValues values) {
        session = values;
        return this;
    }

    Engine engine() {
        return builder.catalog(ModuleCatalog.of(modules))
                .with(new Bundle("test", "1", session, List.of(), List.of(), specs, List.of()));
    }

    EngineSession begin() {
        return engine().session("s-1", Path.of("")).hooks(hooks).begin();
    }

    List<String> events() {
        return seen.stream().map(Seen::event).toList();
    }

    EventData only(String event) {
        List<EventData> found = seen.stream()
                .filter(each -> each.event().equals(event))
                .map(Seen::data)
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(event + " was seen " + found.size() + " times in " + events());
        }
        return found.getFirst();
    }
}
