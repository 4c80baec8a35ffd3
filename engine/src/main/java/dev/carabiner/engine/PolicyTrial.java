package dev.carabiner.engine;

import dev.carabiner.display.Throwables;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.BundleProblem;
import dev.carabiner.engine.bundle.Canary;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** All hooks of a bundle, mounted in a session that is not used: it asks them, and nothing comes of it. */
final class PolicyTrial implements AutoCloseable {

    /** A hook that could be mounted. */
    record Mounted(HookSpec spec, ProbedModule module) {

        /** What its handlers are called in outcomes and records. */
        List<String> handlers() {
            return module.registered().stream()
                    .map(options -> Objects.requireNonNullElse(options.name(), spec.name()))
                    .distinct()
                    .toList();
        }
    }

    /**
     * Where hooks are tried.
     *
     * @param prepared what the session is given before anything is mounted
     */
    record Place(Path directory, Consumer<SessionCoordinator> prepared) {}

    private final SessionCoordinator session;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final List<Mounted> mounted = new ArrayList<>();

    private PolicyTrial(Place place) {
        session = SessionCoordinator.builder()
                .sessionId("trial")
                .workingDirectory(place.directory())
                .display(message -> {}) // what a hook makes of a made-up call is a finding, or nothing
                .build();
        place.prepared().accept(session);
    }

    /** Mounts what can be mounted; what cannot is a finding. */
    static PolicyTrial of(Bundle bundle, ModuleCatalog catalog, Place place, List<Finding> findings) {
        PolicyTrial trial = new PolicyTrial(place);
        for (HookSpec spec : bundle.hooks()) {
            try {
                trial.mount(spec, catalog);
            } catch (Throwable e) {
                Throwables.rethrowIfFatal(e);
                BundleProblem problem = BundleProblem.unusable("hook", spec.module(), spec.at(), e);
                findings.add(Finding.of(problem, Finding.Kind.SETTINGS).about(List.of(spec.name())));
            }
        }
        return trial;
    }

    /** One hook alone, as an earlier file has it; none if it cannot be mounted so. */
    static PolicyTrial of(HookSpec spec, ModuleCatalog catalog, Place place) {
        PolicyTrial trial = new PolicyTrial(place);
        try {
            trial.mount(spec, catalog);
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e); // what an earlier file has wrong is told when that file is looked at
        }
        return trial;
    }

    private void mount(HookSpec spec, ModuleCatalog catalog) throws Exception {
        ProbedModule module = new ProbedModule(catalog.hook(spec.module()));
        open.push(HookMounts.mount(spec, module, session));
        mounted.add(new Mounted(spec, module));
    }

    List<Mounted> mounted() {
        return mounted;
    }

    /** What all hooks together make of a call. */
    HookOutcome judged(EventData call) {
        return session.hooks().emit("tool:pre", identified(call));
    }

    /** Calls of which at least one is for each hook that judges calls: usual ones, and those of the canaries. */
    List<EventData> samples() {
        List<EventData> samples = new ArrayList<>(List.of(
                call("Write", EventData.of("file_path", "notes.txt", "content", "x")),
                call("Edit", EventData.of("file_path", "notes.txt", "old_string", "x", "new_string", "y")),
                call("Read", EventData.of("file_path", "notes.txt")),
                call("Bash", EventData.of("command", "ls")),
                call("WebFetch", EventData.of("url", "https://example.org/"))));
        for (Mounted hook : mounted) {
            for (HookOptions options : hook.module().registered()) {
                options.tools().forEach(tool -> samples.add(call(tool.replace("*", "x"), EventData.empty())));
            }
            for (Canary canary : hook.spec().canaries()) {
                if (canary.event().equals("tool:pre")) {
                    samples.add(identified(canary.data()));
                }
            }
        }
        return samples;
    }

    static EventData call(String tool, EventData input) {
        return identified(EventData.of("tool_name", tool, "tool_input", input));
    }

    /** With what a session puts into every event. */
    static EventData identified(EventData data) {
        return data.overlaidWith(EventData.of("session_id", "trial", "timestamp", Instant.EPOCH));
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Throwable e) {
                Throwables.rethrowIfFatal(e); // it was mounted for a moment only
            }
        }
    }
}
