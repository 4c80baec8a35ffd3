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
        mount.hooks()
                .register(HookOptions.forEvent("tool:pre").name("team-guard").priority(10), (event, data) -> {
                    String command = String.valueOf(data.object("tool_input").get("command"));
                    if (command.startsWith("wait")) {
                        gate.await();
                    }
                    return command.startsWith("rm") ? HookResult.deny("rm is not for agents") : HookResult.proceed();
                });
        mount.hooks().register("tool:pre", 20, "asks", (event, data) -> HookResult.ask("Run it?"));
        mount.hooks().register("prompt:submit", 0, "tells", (event, data) -> HookResult.inject("branch main"));
        return () -> {};
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
