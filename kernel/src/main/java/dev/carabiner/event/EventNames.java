package dev.carabiner.event;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The grammar of event names, the aliases that mean the same event, and the two kinds of pattern. */
public final class EventNames {

    private static final String WORD = "[a-z][a-z0-9_.-]*";
    private static final Pattern NAME = Pattern.compile(WORD + ":" + WORD);
    private static final Pattern NAMESPACE_PATTERN = Pattern.compile(WORD + ":\\*");
    private static final String EVERYTHING = "*";

    private static final String EXPECTED_NAME = "namespace:action in lower case, such as tool:pre";
    private static final String EXPECTED_NAME_OR_PATTERN = EXPECTED_NAME + ", or one of the patterns namespace:* and *";

    private static final Map<String, String> CANONICAL_BY_ALIAS = Map.of(
            "context:pre-compact", "context:pre_compact",
            "execution:end", "execution:complete",
            "tool:error", "error:tool",
            "provider:error", "error:provider",
            "orchestrator:error", "error:orchestration");

    private EventNames() {}

    /** The name that listings and patterns use: the alias's event, or the name itself. */
    public static String canonical(String name) {
        return CANONICAL_BY_ALIAS.getOrDefault(name, name);
    }

    /** The other names of known events, in alphabetical order. */
    static List<String> aliases() {
        return CANONICAL_BY_ALIAS.keySet().stream().sorted().toList();
    }

    /** Rejects everything but a well-formed name; a pattern cannot be emitted. */
    public static String requireName(String text) {
        Objects.requireNonNull(text, "event name");
        if (!NAME.matcher(text).matches()) {
            throw new InvalidEventNameException(text, EXPECTED_NAME);
        }
        return text;
    }

    /** Rejects everything but a well-formed name or pattern. */
    public static String requireNameOrPattern(String text) {
        Objects.requireNonNull(text, "event name or pattern");
        if (!isPattern(text) && !NAME.matcher(text).matches()) {
            throw new InvalidEventNameException(text, EXPECTED_NAME_OR_PATTERN);
        }
        return text;
    }

    /** Whether the text is {@code *} or a namespace with {@code :*}, such as {@code tool:*}. */
    public static boolean isPattern(String text) {
        return text.equals(EVERYTHING) || NAMESPACE_PATTERN.matcher(text).matches();
    }

    /** Whether a pattern covers an event, by its canonical name or by any alias of it. */
    public static boolean covers(String pattern, String canonicalName) {
        if (pattern.equals(EVERYTHING)) {
            return true;
        }
        String prefix = pattern.substring(0, pattern.length() - 1);
        return canonicalName.startsWith(prefix) || anAliasStartsWith(prefix, canonicalName);
    }

    private static boolean anAliasStartsWith(String prefix, @Nullable String canonicalName) {
        return CANONICAL_BY_ALIAS.entrySet().stream()
                .anyMatch(alias ->
                        alias.getValue().equals(canonicalName) && alias.getKey().startsWith(prefix));
    }
}
