package dev.carabiner.scenarios;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes values as YAML on one line, which reads back as the same values. */
final class FlowYaml {

    /** What needs no quotes, wherever it stands. */
    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z][a-zA-Z0-9_]*(-[a-zA-Z0-9_]+)*");

    /** What would be read as something else, here or by another reader of YAML. */
    private static final Set<String> MEANINGFUL = Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

    private FlowYaml() {}

    static String of(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> text(text);
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(it -> text(String.valueOf(it.getKey())) + ": " + of(it.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case List<?> list -> list.stream().map(FlowYaml::of).collect(Collectors.joining(", ", "[", "]"));
            default -> String.valueOf(value);
        };
    }

    static String text(String text) {
        boolean plain = PLAIN.matcher(text).matches() && !MEANINGFUL.contains(text.toLowerCase(Locale.ROOT));
        return plain ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                default -> out.append(isPrintable(c) ? Character.toString(c) : "\\U%08x".formatted(c));
            }
        });
        return out.append('"').toString();
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
