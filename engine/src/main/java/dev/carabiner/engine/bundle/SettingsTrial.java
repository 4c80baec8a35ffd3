package dev.carabiner.engine.bundle;

import dev.carabiner.display.Trouble;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Mounts and makes everything once, in a session that nobody uses: what is wrong with its values a module says then. */
final class SettingsTrial {

    private final ModuleCatalog catalog;
    private final Path directory;
    private final List<BundleProblem> problems = new ArrayList<>();

    SettingsTrial(ModuleCatalog catalog, Path directory) {
        this.catalog = catalog;
        this.directory = directory;
    }

    List<BundleProblem> of(Bundle bundle) {
        AgentModules agent = catalog.agent();
        if (agent != null) {
            problems.addAll(agent.checkSettings(bundle, directory));
        }
        for (HookSpec hook : bundle.hooks()) {
            attempt(hook);
        }
        return List.copyOf(problems);
    }

    private SessionCoordinator session() {
        return SessionCoordinator.builder()
                .sessionId("trial")
                .workingDirectory(directory)
                .build();
    }

    private void attempt(HookSpec hook) {
        try {
            catalog.hook(hook.module()).mount(session(), hook.config()).close();
        } catch (Throwable e) {
            Trouble.rethrowIfFatal(e);
            problems.add(BundleProblem.unusable("hook", hook.module(), hook.at(), e));
        }
    }
}
