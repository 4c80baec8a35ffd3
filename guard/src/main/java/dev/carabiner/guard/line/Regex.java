package dev.carabiner.guard.line;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Regular expressions that are written where they are used, each compiled once. Only for constants: whatever is asked for
 * is kept.
 */
public final class Regex {

    private static final Map<String, Pattern> COMPILED = new ConcurrentHashMap<>();

    private Regex() {}

    /** Whether the whole text is as the expression says. */
    public static boolean fits(String text, String expression) {
        Pattern known = COMPILED.get(expression);
        return (known != null ? known : COMPILED.computeIfAbsent(expression, Pattern::compile))
                .matcher(text)
                .matches();
    }
}
