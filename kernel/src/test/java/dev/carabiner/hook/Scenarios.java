package dev.carabiner.hook;

import dev.carabiner.approval.Decision;
import dev.carabiner.context.Role;
import dev.carabiner.display.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

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
            "my.own:event-1");
    private static final List<String> PATTERNS =
            List.of("*", "tool:*", "error:*", "provider:*", "context:*", "my.own:*");
    private static final List<Integer> PRIORITIES =
            List.of(0, 0, 0, 1, -1, 5, -100, Integer.MIN_VALUE, Integer.MAX_VALUE);
    private static final List<Role> ROLES = List.of(Role.SYSTEM, Role.SYSTEM, Role.USER, Role.ASSISTANT);
    private static final List<Answer.Kind> KINDS = List.of(Answer.Kind.values());

    private final SplittableRandom random;

    Scenarios(SplittableRandom random) {
        this.random = random;
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

    @Nullable
    String name() {
        return oneIn(4) ? null : oneOf(List.of("a", "b", "guard", "linter"));
    }

    FailurePolicy policy() {
        return oneOf(List.of(FailurePolicy.values()));
    }

    Answer answer() {
        Answer.Kind kind = oneIn(3) ? Answer.Kind.ADD_TO_DATA : oneOf(KINDS);
        boolean rareDeny = kind == Answer.Kind.DENY && !oneIn(3); // else most chains would be short
        return new Answer(
                rareDeny ? Answer.Kind.CONTINUE : kind,
                oneOf(List.of("x", "y", "zü", "Sure?")),
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
            fields.put(oneOf(List.of("x", "y", "env", "tool_name")), random.nextInt(100));
        }
        return fields;
    }
}
