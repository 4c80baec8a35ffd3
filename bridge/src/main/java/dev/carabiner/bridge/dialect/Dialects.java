package dev.carabiner.bridge.dialect;

import java.util.List;
import java.util.stream.Collectors;

/** The dialects that are known. */
public final class Dialects {

    private static final List<Dialect> ALL = List.of(
            Claude.DIALECT,
            Codex.DIALECT,
            Gemini.DIALECT,
            Copilot.DIALECT,
            Cursor.DIALECT,
            Cline.DIALECT,
            Qwen.DIALECT);

    private Dialects() {}

    /** In the order of the documentation. */
    public static List<Dialect> all() {
        return ALL;
    }

    /**
     * The dialect that bundles call so.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Dialect named(String name) {
        return ALL.stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no dialect \"" + name + "\"; expected one of "
                        + ALL.stream().map(Dialect::name).collect(Collectors.joining(", "))));
    }
}
