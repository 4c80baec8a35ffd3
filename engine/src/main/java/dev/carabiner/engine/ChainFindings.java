package dev.carabiner.engine;

import dev.carabiner.engine.PolicyTrial.Mounted;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.SettingOrigins;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.engine.check.Finding.Kind;
import dev.carabiner.event.EventData;
import dev.carabiner.event.FieldChange;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.Modification;
import dev.carabiner.hook.SkippedHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What is to say about the hooks of a bundle together: who keeps whom from being asked, and who changes the same field. */
final class ChainFindings {

    private final PolicyTrial trial;
    private final SettingOrigins origins;
    private final Set<String> reached = new HashSet<>();
    private final Map<String, String> deniedBefore = new LinkedHashMap<>(); // by the hook that did not run
    private final Map<String, Set<String>> changing = new LinkedHashMap<>(); // the hooks by the field that they change

    ChainFindings(PolicyTrial trial, SettingOrigins origins) {
        this.trial = trial;
        this.origins = origins;
    }

    List<Finding> all() {
        for (EventData call : trial.samples()) {
            look(trial.judged(call));
        }
        List<Finding> findings = new ArrayList<>();
        deniedBefore.forEach((hook, by) -> {
            if (!reached.contains(hook)) {
                findings.add(Finding.warning(
                                at(hook),
                                Kind.SHADOWED,
                                hook + " is never asked: " + by + " runs before it and denies every call",
                                "priority: a number below that of " + by)
                        .about(List.of(hook)));
            }
        });
        changing.forEach((field, hooks) -> {
            if (hooks.size() > 1) {
                String last = List.copyOf(hooks).getLast();
                findings.add(Finding.warning(
                                at(last),
                                Kind.MODIFY_CONFLICT,
                                String.join(" and ", hooks) + " change " + field + "; what " + last
                                        + " makes of it holds",
                                "let one of them change it")
                        .about(List.copyOf(hooks)));
            }
        });
        return findings;
    }

    private void look(HookOutcome outcome) {
        for (HandlerRun run : outcome.runs()) {
            reached.add(run.name());
        }
        for (SkippedHandler skipped : outcome.skipped()) {
            if (skipped.why().equals("after the deny")) {
                deniedBefore.putIfAbsent(skipped.name(), outcome.decidedBy());
            }
        }
        for (Modification made : outcome.modifications()) {
            for (FieldChange change : made.changes()) {
                String field = change.inner() == null ? change.field() : change.field() + "." + change.inner();
                changing.computeIfAbsent(field, any -> new LinkedHashSet<>()).add(made.author());
            }
        }
    }

    /** Where the hook whose handler has this name stands. */
    private Position at(String handler) {
        Map<String, Position> places = new HashMap<>();
        for (Mounted hook : trial.mounted()) {
            for (HookOptions options : hook.module().registered()) {
                String path = "hooks." + hook.spec().name() + ".priority";
                places.put(
                        Objects.requireNonNullElse(options.name(), hook.spec().name()),
                        origins.near(path, hook.spec().at()));
            }
        }
        return places.getOrDefault(handler, new Position("the bundle", 1));
    }
}
