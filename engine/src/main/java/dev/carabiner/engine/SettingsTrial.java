package dev.carabiner.engine;

import dev.carabiner.display.Display;
import dev.carabiner.display.Throwables;
import dev.carabiner.engine.bundle.AgentModules;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.BundleProblem;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.event.EventData;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Mounts and makes everything once, in a session that is not used: a module then says what is wrong with its values. */
record SettingsTrial(ModuleCatalog catalog, Path directory, Display display) {

    List<BundleProblem> of(Bundle bundle) {
        List<BundleProblem> problems = new ArrayList<>();
        AgentModules agent = catalog.agent();
        if (agent != null) {
            problems.addAll(agent.checkSettings(bundle, directory));
        }
        for (HookSpec hook : bundle.hooks()) {
            try {
                ProbedModule module = new ProbedModule(catalog.hook(hook.module()));
                try (AutoCloseable mounted = HookMounts.mount(hook, module, session())) {
                    ProbedGuard guard = new ProbedGuard(hook, module);
                    guard.check(EventData.of("session_id", "trial", "timestamp", Instant.now()));
                    String trouble = guard.trouble();
                    if (trouble != null) {
                        problems.add(new BundleProblem(hook.at(), trouble));
                    }
                }
            } catch (Throwable e) {
                Throwables.rethrowIfFatal(e);
                problems.add(BundleProblem.unusable("hook", hook.name(), hook.at(), e));
            }
        }
        return List.copyOf(problems);
    }

    private SessionCoordinator session() {
        return SessionCoordinator.builder()
                .sessionId("trial")
                .workingDirectory(directory)
                .display(display)
                .build();
    }
}
