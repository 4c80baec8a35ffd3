package dev.carabiner.scenarios;

import dev.carabiner.engine.bundle.NearMiss;
import dev.carabiner.engine.check.UsualTools;
import dev.carabiner.event.Events;
import dev.carabiner.event.NearNames;
import dev.carabiner.hook.ListedHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The names of events, tools, their fields and hooks that a scenario uses, beside those that are known. One that is spelled
 * almost like a known one tests nothing: no hook looks at it, and whatever is expected to pass does.
 */
final class KnownNames {

    /** The fields of the usual tools. */
    private static final Set<String> FIELDS = Set.of(
            "command",
            "description",
            "timeout",
            "run_in_background",
            "file_path",
            "content",
            "old_string",
            "new_string",
            "replace_all",
            "edits",
            "offset",
            "limit",
            "pattern",
            "path",
            "glob",
            "type",
            "output_mode",
            "todos");

    /** Groups of a matrix that fail for a tool that no hook knows; known gaps stay open for it for ever. */
    private static final Set<String> STOPPED = Set.of("deny", "ask", "stop");

    private final Scenario scenario;
    private final List<ListedHandler> handlers;
    private final Set<String> hooks;
    private final List<ScenarioProblem> problems = new ArrayList<>();

    KnownNames(Scenario scenario, List<ListedHandler> handlers) {
        this.scenario = scenario;
        this.handlers = handlers;
        this.hooks = handlers.stream().map(ListedHandler::name).collect(Collectors.toCollection(TreeSet::new));
    }

    /** @throws ScenarioException with every name that is probably a mistake */
    void require() {
        for (Scenario.Case each : scenario.cases()) {
            switch (each) {
                case Scenario.CallCase call -> {
                    event(call);
                    if (canPass(call.expect())) {
                        tool(call.operation(), call.at());
                        fields(call.operation(), call.at());
                    }
                    hooks(call.expect());
                }
                case Scenario.MatrixCase matrix -> {
                    if (matrix.lines().stream().noneMatch(line -> STOPPED.contains(line.group()))) {
                        tool(matrix.lines().getFirst().operation(), matrix.at());
                        fields(matrix.lines().getFirst().operation(), matrix.at());
                    }
                }
                case Scenario.ConversationCase talk -> talk.steps().forEach(this::step);
            }
        }
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
    }

    private void step(Scenario.Step step) {
        switch (step) {
            case Scenario.ModelStep model -> model.calls().forEach(call -> tool(call, model.at()));
            case Scenario.ExpectStep expect -> hooks(expect.expected());
            case Scenario.UserStep user -> {}
        }
    }

    private void event(Scenario.CallCase call) {
        String event = call.operation().event();
        String meant = Events.nearMiss(event);
        if (meant != null
                && handlers.stream().noneMatch(it -> it.options().event().equals(event))) {
            problem(call.at(), "no hook is for the event \"" + event + "\"; expected \"" + meant + "\"?");
        }
    }

    /** Whether it could be that no hook was called. */
    private static boolean canPass(Expected expected) {
        return !(expected instanceof Expected.Subset subset
                && subset.fields().get("action") instanceof Expected.Equal(String action, Mark at)
                && !action.equals("continue"));
    }

    /** Only where something is to pass: a guard that stops what it does not know is tested with such names too. */
    private void tool(Scenario.Operation operation, Mark at) {
        if (!(operation.data().get("tool_name") instanceof String tool)) {
            return;
        }
        Set<String> known = new TreeSet<>(UsualTools.NAMES);
        handlers.forEach(it -> known.addAll(it.options().tools()));
        if (known.stream().anyMatch(tool::equalsIgnoreCase)) { // the guards take tools so
            return;
        }
        String meant = NearNames.nearest(tool, known, 1);
        if (meant != null) {
            problem(at, "no hook knows the tool " + NearMiss.quoted(tool) + "; expected \"" + meant + "\"?");
        }
    }

    /** Not in a conversation: there the tool itself refuses what it does not take. */
    private void fields(Scenario.Operation operation, Mark at) {
        Object tool = operation.data().get("tool_name");
        boolean isUsual = UsualTools.NAMES.stream().anyMatch(it -> it.equalsIgnoreCase(String.valueOf(tool)));
        if (!isUsual || !(operation.data().get("tool_input") instanceof Map<?, ?> input)) {
            return;
        }
        for (Object key : input.keySet()) {
            String field = String.valueOf(key);
            String meant = FIELDS.contains(field) ? null : NearMiss.nearest(field, FIELDS);
            if (meant != null) {
                problem(at, tool + " takes no " + NearMiss.quoted(field) + "; expected \"" + meant + "\"?");
            }
        }
    }

    /** Hooks stand under these keys, as text or as a list of texts. */
    private void hooks(Expected expected) {
        switch (expected) {
            case Expected.Subset subset ->
                subset.fields().forEach((key, value) -> {
                    switch (key) {
                        case "by", "hook", "order", "injected_by" -> named(key, value);
                        case "asked", "injected" -> hooks(value);
                        default -> {}
                    }
                });
            case Expected.Items items -> items.items().forEach(this::hooks);
            default -> {}
        }
    }

    private void named(String key, Expected expected) {
        switch (expected) {
            case Expected.Items items -> items.items().forEach(item -> named(key, item));
            case Expected.OneOf oneOf -> oneOf.choices().forEach(item -> named(key, item));
            case Expected.Equal(String name, Mark at)
            when !hooks.contains(name) && !name.isEmpty() -> {
                String meant = NearMiss.nearest(name, hooks);
                if (meant != null) {
                    problem(
                            at,
                            key + " names " + NearMiss.quoted(name) + ", which is no hook; expected \"" + meant
                                    + "\"?");
                }
            }
            default -> {}
        }
    }

    private void problem(Mark at, String message) {
        problems.add(new ScenarioProblem(at, message));
    }
}
