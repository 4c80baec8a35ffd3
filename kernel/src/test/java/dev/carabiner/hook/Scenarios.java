package dev.carabiner.hook;

import dev.carabiner.approval.Decision;
import dev.carabiner.context.Role;
import dev.carabiner.display.Level;
import dev.carabiner.hook.ModelRegistry.Entry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Random choices for one scenario. Few different values on purpose, so that things meet. */
final class Scenarios {

    private static final List<String> EVENTS = List.of(
            "tool:pre",
            "tool:post",
            "error:tool",
            "tool:error",
            "error:provider",
            "provider:error",
            "execution:complete",
            "execution:end",
            "context:pre_compact",
            "context:pre-compact",
            "error:orchestration",
            "approval:denied",
            "my.own:event-1");
    private static final List<String> PATTERNS =
            List.of("*", "tool:*", "error:*", "provider:*", "context:*", "my.own:*");
    private static final List<Integer> PRIORITIES =
            List.of(0, 0, 0, 1, -1, 5, -100, Integer.MIN_VALUE, Integer.MAX_VALUE);
    private static final List<Role> ROLES = List.of(Role.SYSTEM, Role.SYSTEM, Role.USER, Role.ASSISTANT);
    private static final List<Answer.Kind> KINDS = List.of(Answer.Kind.values());

    private static final List<List<String>> TOOLS =
            List.of(List.of("Bash"), List.of("Read", "mcp__*"), List.of("*"), List.of("bash"));
    private static final List<Object> TOOL_NAMES = List.of("Bash", "Bash", "Read", "mcp__x", "mcp_", 7);

    private final SplittableRandom random;
    private final boolean hasLevels;

    Scenarios(SplittableRandom random) {
        this.random = random;
        this.hasLevels = oneIn(2);
    }

    int upTo(int most) {
        return random.nextInt(most + 1);
    }

    boolean oneIn(int odds) {
        return random.nextInt(odds) == 0;
    }

    private <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Mostly tool:pre, so that chains get long. */
    String event() {
        return oneIn(2) ? "tool:pre" : oneOf(EVENTS);
    }

    String eventOrPattern() {
        return oneIn(4) ? oneOf(PATTERNS) : event();
    }

    int priority() {
        return oneOf(PRIORITIES);
    }

    /** Without a name, which is empty, one is generated. */
    Entry entry(int id) {
        Answer answer = answer();
        boolean isLate = answer.kind() == Answer.Kind.LATE;
        return new Entry(
                id,
                eventOrPattern(),
                hasLevels && !oneIn(4) ? 0 : priority(),
                oneIn(4) ? "" : oneOf(List.of("a", "b", "guard", "linter")),
                oneIn(3) ? null : oneOf(List.of(FailurePolicy.values())),
                oneIn(3),
                hasLevels && !oneIn(5),
                oneIn(4) ? oneOf(TOOLS) : List.of(),
                answer,
                isLate ? answer : secondAnswer());
    }

    /** How long a handler that runs beside others takes. */
    long nanos() {
        return oneIn(3) ? random.nextInt(300_000) : 0;
    }

    private Answer secondAnswer() {
        Answer answer = answer();
        return answer.kind() == Answer.Kind.LATE ? secondAnswer() : answer;
    }

    private Answer answer() {
        Answer.Kind kind = oneIn(4) ? Answer.Kind.ADD_TO_DATA : oneOf(KINDS);
        boolean rareDeny = kind == Answer.Kind.DENY && !oneIn(3); // else most chains would be short
        boolean rareLate = kind == Answer.Kind.LATE && !oneIn(10); // else most of the time would be waiting
        return new Answer(
                rareDeny || rareLate ? Answer.Kind.CONTINUE : kind,
                oneOf(List.of("x", "y", "zü", "Sure?")),
                upTo(1),
                oneOf(ROLES),
                oneIn(3),
                oneIn(3),
                oneOf(List.of(Decision.values())),
                oneIn(3) ? oneOf(List.of("hello", "watch out")) : null,
                oneOf(List.of(Level.values())),
                oneIn(4));
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = upTo(3); i > 0; i--) {
            fields.put(oneOf(List.of("x", "y", "env")), random.nextInt(100));
        }
        if (!oneIn(3)) {
            fields.put("tool_name", oneOf(TOOL_NAMES));
        }
        if (!oneIn(3)) {
            fields.put("tool_input", input());
        }
        return fields;
    }

    private Object input() {
        Map<String, Object> input = new LinkedHashMap<>();
        for (int i = upTo(2); i > 0; i--) {
            input.put(oneOf(List.of("x", "y")), random.nextInt(100));
        }
        return oneIn(6) ? "no object" : input;
    }
}
