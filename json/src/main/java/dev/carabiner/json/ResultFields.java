package dev.carabiner.json;

import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.context.Role;
import dev.carabiner.display.Level;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.InvalidResultException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The fields of a result that came as JSON, each with its type, its default and its complaint. */
final class ResultFields {

    private static final Set<String> KNOWN = Set.of(
            "action",
            "data",
            "reason",
            "context_injection",
            "context_injection_role",
            "ephemeral",
            "append_to_last_tool_result",
            "approval_prompt",
            "approval_options",
            "approval_timeout",
            "approval_default",
            "suppress_output",
            "user_message",
            "user_message_level",
            "because",
            "scope");

    /** A wait beyond a century is a mistake, and a duration would overflow. */
    private static final double LONGEST_SECONDS = 3_155_760_000.0;

    private final EventData json;

    ResultFields(EventData json) {
        this.json = json;
    }

    void warnOfUnknown(Consumer<String> warnings) {
        for (String key : json.asMap().keySet()) {
            if (!KNOWN.contains(key)) {
                warnings.accept("A hook's result has the field " + key + ", which is not known and was left out");
            }
        }
    }

    Action action() {
        if (!json.has("action")) {
            return Action.CONTINUE;
        }
        return Arrays.stream(Action.values())
                .filter(it -> it.literal().equals(json.get("action")))
                .findFirst()
                .orElseThrow(() -> wrong("action", "one of continue, deny, modify, inject_context and ask_user"));
    }

    Role role() {
        Role role = literal("context_injection_role", Role.SYSTEM);
        if (role == Role.TOOL) {
            throw wrong("context_injection_role", "one of system, user and assistant");
        }
        return role;
    }

    Level level() {
        return literal("user_message_level", Level.INFO);
    }

    Decision byDefault() {
        return literal("approval_default", Decision.DENY);
    }

    private <E extends Enum<E>> E literal(String key, E byDefault) {
        if (!json.has(key)) {
            return byDefault;
        }
        E[] constants = byDefault.getDeclaringClass().getEnumConstants();
        return Arrays.stream(constants)
                .filter(it -> HookResultJson.literal(it).equals(json.get(key)))
                .findFirst()
                .orElseThrow(() -> wrong(
                        key,
                        "one of "
                                + Arrays.stream(constants)
                                        .map(HookResultJson::literal)
                                        .collect(Collectors.joining(", "))));
    }

    @Nullable
    EventData data() {
        Object value = json.get("data");
        if (value == null || value instanceof java.util.Map) {
            return json.object("data");
        }
        throw wrong("data", "an object");
    }

    @Nullable
    String text(String key) {
        Object value = json.get(key);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw wrong(key, "text");
    }

    String textOrEmpty(String key) {
        String text = text(key);
        return text == null ? "" : text;
    }

    boolean flag(String key) {
        if (!json.has(key)) {
            return false;
        }
        if (json.get(key) instanceof Boolean flag) {
            return flag;
        }
        throw wrong(key, "true or false");
    }

    /** None offered means that the defaults are. */
    String[] options() {
        Object value = json.get("approval_options");
        if (value == null) {
            return new String[0];
        }
        if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.toArray(String[]::new);
        }
        throw wrong("approval_options", "a list of texts");
    }

    Duration timeout() {
        if (!json.has("approval_timeout")) {
            return Question.DEFAULT_TIMEOUT;
        }
        if (json.get("approval_timeout") instanceof Number number) {
            double seconds = number.doubleValue();
            if (seconds >= 0 && seconds <= LONGEST_SECONDS) {
                long whole = (long) seconds;
                return Duration.ofSeconds(whole, Math.round((seconds - whole) * 1e9));
            }
        }
        throw wrong("approval_timeout", "a number of seconds, not negative");
    }

    private InvalidResultException wrong(String key, String expected) {
        return new InvalidResultException(
                "The field " + key + " of a hook's result is not " + expected + ", but " + shown(json.get(key)));
    }

    /** Enough to recognise it, not all of it: it may be long, and it may be a secret in the wrong place. */
    private static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
