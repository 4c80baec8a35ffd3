package dev.carabiner.consoletests;

import dev.carabiner.console.KnownSession;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.Judge;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.HookKeys;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistrar;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A real bundle, in force where a console is served. */
final class HooksToAsk implements HookModule {

    /** Opened, the hook that waits goes on. */
    final CountDownLatch gate = new CountDownLatch(1);

    private final Path directory;
    volatile boolean cannotBeMounted;

    HooksToAsk(Path directory) {
        this.directory = directory;
    }

    @Override
    public String name() {
        return "team-guard";
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) {
        if (cannotBeMounted) {
            throw new IllegalStateException("the list of hosts is missing");
        }
        register(mount.hooks());
        return () -> {};
    }

    void register(HookRegistrar hooks) {
        hooks.register(HookOptions.forEvent("tool:pre").name("team-guard").priority(10), (event, data) -> {
            if (command(data).startsWith("wait")) {
                gate.await();
            }
            return command(data).startsWith("rm") ? HookResult.deny("rm is not for agents") : HookResult.proceed();
        });
        hooks.register(
                HookOptions.forEvent("tool:pre").name("rewrites").priority(12),
                (event, data) -> command(data).equals("pwd")
                        ? HookResult.modify(data.update("tool_input", input -> input.with("command", "pwd -P")))
                        : HookResult.proceed());
        hooks.register(HookOptions.forEvent("tool:pre").name("breaks").priority(15), (event, data) -> {
            throw new IllegalStateException("the list of names is missing");
        });
        hooks.register(
                HookOptions.forEvent("tool:pre").name("edits").priority(17).tools("Edit"),
                (event, data) -> HookResult.proceed());
        hooks.register(
                HookOptions.forEvent("tool:pre").name("asks").priority(20),
                (event, data) -> command(data).startsWith("true")
                        ? HookResult.proceed()
                        : HookResult.ask("Run it?").reason("nobody knows it"));
        hooks.register(
                HookOptions.forEvent("prompt:submit").name("tells"), (event, data) -> HookResult.inject("branch main"));
    }

    private static String command(EventData data) {
        return String.valueOf(data.object("tool_input").get("command"));
    }

    EventData explained(String event, EventData data, KnownSession session) {
        HookSpec spec = new HookSpec(
                name(),
                EventData.empty(),
                SectionValues.NONE.with(HookKeys.REQUIRED, true),
                new Position("team.yaml", 1));
        Bundle bundle = new Bundle("team", "3", SectionValues.NONE, List.of(), List.of(), List.of(spec), List.of());
        String id = session == null ? "explain" : session.id();
        try (Engine engine = Engine.builder()
                        .catalog(ModuleCatalog.of(List.of(this)))
                        .with(bundle);
                Judge judge = engine.session(id, directory).judge()) {
            return judge.explain(event, data).json();
        }
    }
}
