package dev.carabiner.scenarios;

import dev.carabiner.engine.yaml.YamlValue;
import dev.carabiner.event.EventData;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One file: a policy, and what it must say.
 *
 * @param path the file
 * @param file what messages call it
 * @param bundle the name of a built-in bundle, or a file relative to this one; empty if the hooks stand in place
 * @param overlay what the file says on top of the bundle: {@code session} and {@code hooks}
 * @param clock the time at the beginning of each case; null for the machine's
 * @param files what the throw-away directory holds, by relative name
 */
record Scenario(
        Path path,
        String file,
        String name,
        String bundle,
        Mark bundleAt,
        YamlValue.Fields overlay,
        @Nullable Instant clock,
        Map<String, String> files,
        List<Case> cases) {

    Scenario {
        files = Map.copyOf(files);
        cases = List.copyOf(cases);
    }

    /** Something that is put before the policy. */
    sealed interface Case {
        String name();

        Mark at();
    }

    /** An event, for a tool call {@code tool:pre}. */
    record Operation(String event, EventData data) {

        static Operation call(String tool, EventData input) {
            return new Operation("tool:pre", EventData.of("tool_name", tool, "tool_input", input));
        }
    }

    /**
     * One operation.
     *
     * @param answers who answers the questions, in order; null if no channel is there, so that a question stays open
     */
    record CallCase(
            String name,
            Mark at,
            Operation operation,
            @Nullable List<ScriptedAnswer> answers,
            Expected expect) implements Case {}

    /** Many commands of one tool, each with what must become of it. */
    record MatrixCase(String name, Mark at, List<Line> lines) implements Case {}

    /** @param group {@code deny}, {@code ask}, {@code stop} or {@code pass}, with {@code todo_} before it for a known gap */
    record Line(String group, String command, Operation operation, Mark at) {

        boolean isOpen() {
            return group.startsWith("todo_");
        }

        String wanted() {
            return isOpen() ? group.substring("todo_".length()) : group;
        }
    }

    /** A conversation with a model whose answers are given. */
    record ConversationCase(String name, Mark at, List<Step> steps, List<ScriptedAnswer> answers, Expected expect)
            implements Case {}

    sealed interface Step {
        Mark at();
    }

    record UserStep(Mark at, String text) implements Step {}

    record ModelStep(Mark at, String text, List<Operation> calls) implements Step {}

    /** About the next request that the model is sent. */
    record ExpectStep(Mark at, Expected expected) implements Step {}

    /**
     * What a person answers.
     *
     * @param after how long it takes; from the question's timeout on, there is no answer
     * @param input fields of the tool's input that the person has edited; null for none
     * @param reason words for the model
     */
    record ScriptedAnswer(
            Mark at,
            String option,
            Duration after,
            @Nullable EventData input,
            String reason) {}
}
