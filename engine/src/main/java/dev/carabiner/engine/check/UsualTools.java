package dev.carabiner.engine.check;

import dev.carabiner.event.NearNames;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The names of the tools that policies are written for. An agent may have others. */
public final class UsualTools {

    /** As the agent of this project has them, and most others. */
    public static final Set<String> NAMES =
            Set.of("Bash", "Read", "Write", "Edit", "MultiEdit", "Glob", "Grep", "TodoWrite");

    private UsualTools() {}

    /**
     * The one that a name was probably meant to be, by one letter or by case; null if it is one, or none is near. A pattern
     * such as {@code Edit*} is none, whatever it stands for.
     */
    public static @Nullable String nearMiss(String name) {
        if (NAMES.contains(name) || name.endsWith("*")) {
            return null;
        }
        return NAMES.stream()
                .filter(name::equalsIgnoreCase)
                .findFirst()
                .orElseGet(() -> NearNames.nearest(name, new TreeSet<>(NAMES), 1));
    }
}
