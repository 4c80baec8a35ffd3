package dev.carabiner.engine.bundle;

import dev.carabiner.display.Trouble;
import dev.carabiner.guard.path.Workspace;
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
        for (ModuleSpec tool : bundle.tools()) {
            if (!tool.module().equals(ModuleCatalog.TASK_MODULE)) {
                attempt(
                        "tool",
                        tool.module(),
                        tool.at(),
                        () -> catalog.tool(tool.module()).create(tool.config(), Workspace.at(directory)));
            }
        }
        for (HookSpec hook : bundle.hooks()) {
            attempt(
                    "hook",
                    hook.module(),
                    hook.at(),
                    () -> session().mount(catalog.hook(hook.module()), hook.config())
                            .close());
        }
        return List.copyOf(problems);
    }

    private SessionCoordinator session() {
        return SessionCoordinator.builder()
                .sessionId("trial")
                .workingDirectory(directory)
                .build();
    }

    private void attempt(String kind, String module, Position at, Attempt attempt) {
        try {
            attempt.run();
        } catch (Throwable e) {
            Trouble.rethrowIfFatal(e);
            problems.add(new BundleProblem(
                    at,
                    "the " + kind + " module " + module + " cannot be used with these settings: "
                            + Trouble.inWords(e)));
        }
    }

    @FunctionalInterface
    private interface Attempt {
        void run() throws Exception;
    }
}
