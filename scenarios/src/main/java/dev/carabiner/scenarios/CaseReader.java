package dev.carabiner.scenarios;

import dev.carabiner.engine.bundle.NearMiss;
import dev.carabiner.engine.yaml.YamlValue;
import dev.carabiner.event.EventData;
import dev.carabiner.event.EventNames;
import dev.carabiner.event.InvalidEventNameException;
import dev.carabiner.scenarios.Scenario.Operation;
import dev.carabiner.scenarios.Scenario.ScriptedAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one case: an operation, a matrix of commands, or a conversation. */
final class CaseReader {

    private static final String[] GROUPS = {
        "deny", "ask", "stop", "pass", "todo_deny", "todo_ask", "todo_stop", "todo_pass"
    };

    private final String file;
    private final Map<String, Operation> calls;
    private final ExpectReader expects;

    CaseReader(String file, Map<String, Operation> calls, List<ScenarioProblem> problems) {
        this.file = file;
        this.calls = calls;
        this.expects = new ExpectReader(file, problems);
    }

    Scenario.@Nullable Case read(ScenarioObject part) {
        String name = part.text("name");
        if (name == null || name.isBlank()) {
            part.missing("name", "a few words that say what must hold");
            name = "";
        }
        if (part.has("commands")) {
            return matrix(name, part.only("name", "tool", "field", "commands"));
        }
        if (part.has("conversation")) {
            return conversation(name, part.only("name", "conversation", "answers", "expect"));
        }
        part.only("name", "call", "tool", "input", "event", "data", "answers", "expect");
        Operation operation = operation(part, calls);
        if (!part.has("expect")) {
            part.missing("expect", "what must come of it, as in expect: {action: deny}");
        }
        Expected expect = expects.outcome(part.object("expect"));
        List<ScriptedAnswer> answers = part.has("answers") ? answers(part) : null;
        return operation == null ? null : new Scenario.CallCase(name, part.at(), operation, answers, expect);
    }

    /** A named call, a tool with its input, or an event with its data. */
    static @Nullable Operation operation(ScenarioObject part, Map<String, Operation> known) {
        belongTogether(part);
        String call = part.text("call");
        if (call != null) {
            if (!known.containsKey(call)) {
                part.problem(
                        part.at("call"),
                        "there is no call \"" + call + "\"; expected one of the scenario's calls"
                                + NearMiss.hint(call, known.keySet()));
            }
            return known.get(call);
        }
        if (part.has("tool")) {
            return Operation.call(named(part, "tool", "", "its name, as in tool: Bash"), part.data("input"));
        }
        String event = part.text("event");
        if (event == null) {
            part.missing("call", "call: NAME, or tool: NAME with its input, or event: NAME with its data");
            return null;
        }
        try {
            EventNames.requireName(event);
            return new Operation(event, part.data("data"));
        } catch (InvalidEventNameException e) {
            part.problem(part.at("event"), String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Text that is not blank: with an empty name, or a number, hooks for a tool or a field are never reached. */
    private static String named(ScenarioObject part, String key, String otherwise, String expected) {
        String name = part.text(key, otherwise);
        if (key.equals("tool")
                && part.value(key) instanceof YamlValue.Scalar scalar
                && scalar.value() != null
                && !(scalar.value() instanceof String)) {
            part.problem(part.at(key), "tool is " + scalar.kind() + "; expected " + expected + ", in quotes");
        }
        if (name.isBlank() && part.value(key) instanceof YamlValue.Scalar scalar && scalar.value() != null) {
            part.problem(part.at(key), key + " is empty; expected " + expected);
        }
        return name;
    }

    /** What an operation is said with: its call, its tool with an input, or its event with data. */
    private static void belongTogether(ScenarioObject part) {
        String first = null;
        for (String kind : List.of("call", "tool", "event")) {
            if (part.has(kind) && first != null) {
                part.problem(
                        part.keyAt(kind), part.name() + " has " + first + " and " + kind + "; expected one of them");
            }
            first = first == null && part.has(kind) ? kind : first;
        }
        if (part.has("input") && !part.has("tool")) {
            part.problem(part.keyAt("input"), "input is without its tool; expected tool: NAME beside it");
        }
        if (part.has("data") && !part.has("event")) {
            part.problem(part.keyAt("data"), "data are without their event; expected event: NAME beside them");
        }
    }

    private Scenario.Case matrix(String name, ScenarioObject part) {
        String tool = named(part, "tool", "Bash", "its name, as in tool: Bash");
        String field = named(part, "field", "command", "a field of the tool's input, as in field: file_path");
        ScenarioObject commands = part.object("commands");
        List<Scenario.Line> lines = new ArrayList<>();
        if (commands != null) {
            commands.only(GROUPS);
            for (String group : GROUPS) {
                for (YamlValue.Scalar line : commands.texts(group)) {
                    if (line.text().isBlank()) {
                        part.problem(Mark.of(file, line), "an item of " + group + " is empty; expected a command");
                    }
                    Operation operation = Operation.call(tool, EventData.of(field, line.text()));
                    lines.add(new Scenario.Line(group, line.text(), operation, Mark.of(file, line)));
                }
            }
            if (lines.isEmpty()) {
                part.problem(commands.at(), "commands holds none; expected deny, ask, stop or pass with a list each");
            }
        }
        return new Scenario.MatrixCase(name, part.at(), lines);
    }

    private Scenario.Case conversation(String name, ScenarioObject part) {
        List<Scenario.Step> steps = new ArrayList<>();
        for (YamlValue item : part.items("conversation")) {
            ScenarioObject step = part.object("a step", item);
            Scenario.Step read = step == null ? null : step(step);
            if (read != null) {
                steps.add(read);
            }
        }
        if (steps.isEmpty() || !(steps.getFirst() instanceof Scenario.UserStep)) {
            part.problem(part.at("conversation"), "the conversation does not begin with user; expected - user: TEXT");
        }
        if (!part.has("expect") && steps.stream().noneMatch(Scenario.ExpectStep.class::isInstance)) {
            part.missing("expect", "what must come of it, at its end or among its steps, as in expect: {answer: done}");
        }
        List<ScriptedAnswer> answers = part.has("answers") ? answers(part) : List.of();
        return new Scenario.ConversationCase(name, part.at(), steps, answers, expects.end(part.object("expect")));
    }

    private Scenario.@Nullable Step step(ScenarioObject step) {
        step.only("user", "model", "expect");
        if (step.fields().fields().size() != 1) {
            step.problem(
                    step.at(),
                    "a step has " + step.fields().fields().size() + " keys; expected one of user, model and expect");
            return null;
        }
        if (step.has("user")) {
            return new Scenario.UserStep(step.at(), named(step, "user", "", "what the person says"));
        }
        if (step.has("model")) {
            return model(step);
        }
        ScenarioObject expect = step.object("expect");
        return expect == null ? null : new Scenario.ExpectStep(step.at(), expects.request(expect));
    }

    private Scenario.@Nullable Step model(ScenarioObject step) {
        if (step.value("model") instanceof YamlValue.Scalar) {
            return new Scenario.ModelStep(step.at(), step.text("model", ""), List.of());
        }
        ScenarioObject model = step.object("model");
        if (model == null) {
            return null;
        }
        model.only("text", "tool", "input", "calls");
        List<Operation> made = new ArrayList<>();
        if (model.has("tool")) {
            made.add(Operation.call(named(model, "tool", "", "its name, as in tool: Bash"), model.data("input")));
        }
        for (YamlValue item : model.items("calls")) {
            ScenarioObject call = model.object("a call", item);
            if (call != null) {
                call.only("tool", "input");
                if (!call.has("tool")) {
                    call.missing("tool", "the tool's name");
                }
                made.add(Operation.call(named(call, "tool", "", "its name, as in tool: Bash"), call.data("input")));
            }
        }
        if (made.isEmpty() && !model.has("text")) {
            model.missing("tool", "tool and input, calls, or text");
        }
        return new Scenario.ModelStep(step.at(), model.text("text", ""), made);
    }

    private List<ScriptedAnswer> answers(ScenarioObject part) {
        List<ScriptedAnswer> answers = new ArrayList<>();
        for (YamlValue item : part.items("answers")) {
            Mark at = Mark.of(file, item);
            if (item instanceof YamlValue.Scalar scalar && scalar.value() != null) {
                if (scalar.text().isBlank()) {
                    part.problem(at, "an answer is empty; expected an option, as in answers: [Allow once]");
                }
                answers.add(new ScriptedAnswer(at, scalar.text(), Duration.ZERO, null, ""));
            } else {
                ScenarioObject one = part.object("an answer", item);
                if (one != null) {
                    answers.add(answer(one.only("option", "after", "input", "reason"), at));
                }
            }
        }
        return answers;
    }

    private static ScriptedAnswer answer(ScenarioObject one, Mark at) {
        if (!one.has("option")) {
            one.missing("option", "one that the question offers, as in option: Allow once");
        }
        EventData input = one.has("input") ? one.data("input") : null;
        String option = named(one, "option", "", "one that the question offers, as in option: Allow once");
        return new ScriptedAnswer(at, option, one.duration("after"), input, one.text("reason", ""));
    }
}
