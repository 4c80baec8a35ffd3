package dev.carabiner.hooks;

import dev.carabiner.event.EventData;
import dev.carabiner.event.ToolPre;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tools that change a file, and which file that is. */
final class WritingTools {

    private static final Set<String> NAMES = Set.of("write", "edit", "multiedit", "notebookedit");

    private WritingTools() {}

    static boolean isOne(String toolName) {
        return NAMES.contains(toolName.toLowerCase(Locale.ROOT));
    }

    /** The path in the input of such a tool; without one, the hook that asks has failed. */
    static String path(ToolPre call) {
        String path = path(call.toolInput());
        if (path == null) {
            throw new IllegalArgumentException(call.toolName() + " says no file_path");
        }
        return path;
    }

    static @Nullable String path(EventData input) {
        Object path = input.has("file_path") ? input.get("file_path") : input.get("notebook_path");
        return path instanceof String text ? text : null;
    }
}
