package dev.carabiner.engine.bundle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is left out when a bundle is printed.
 *
 * @param secrets whether keys, passwords and the users of addresses are
 */
record Hiding(boolean secrets) {

    static final String HIDDEN = "(hidden)";

    private static final Pattern SECRET = Pattern.compile("(?i)(.*[_-])?(key|token|secret|password|credentials?)");

    /** An address up to its last {@code @}, since a password may hold any character. */
    private static final Pattern USER_INFO = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*://)\\S*@");

    /** A copy in plain collections, which is what the writer knows how to write. */
    @Nullable
    Object shown(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> copy = new LinkedHashMap<>();
                map.forEach((key, each) -> copy.put(
                        String.valueOf(key),
                        secrets && SECRET.matcher(String.valueOf(key)).matches() ? HIDDEN : shown(each)));
                yield copy;
            }
            case List<?> list -> {
                List<@Nullable Object> copy = new ArrayList<>();
                list.forEach(each -> copy.add(shown(each)));
                yield copy;
            }
            case String text -> shown(text);
            default -> value;
        };
    }

    String shown(String text) {
        return secrets ? USER_INFO.matcher(text).replaceAll("$1" + HIDDEN + "@") : text;
    }
}
