package dev.carabiner.runtime.tool;

import dev.carabiner.guard.path.PathGlob;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What the searching tools have in common. */
final class SearchInput {

    private SearchInput() {}

    static PathGlob glob(String toolName, String pattern) {
        try {
            return PathGlob.of(pattern.startsWith("./") ? pattern.substring(2) : pattern);
        } catch (IllegalArgumentException e) {
            throw new ToolInputException(toolName, "The pattern " + pattern + " has " + e.getMessage());
        }
    }

    static Pattern expression(String toolName, String pattern, int flags) {
        try {
            return Pattern.compile(pattern, flags);
        } catch (PatternSyntaxException e) {
            throw new ToolInputException(
                    toolName, "The pattern " + pattern + " is no regular expression: " + e.getDescription());
        }
    }

    /** A path that the other tools understand. */
    static String joined(String directory, List<String> names) {
        String path = String.join("/", names);
        if (directory.isEmpty() || directory.equals(".")) {
            return path;
        }
        return directory.endsWith("/") ? directory + path : directory + "/" + path;
    }
}
