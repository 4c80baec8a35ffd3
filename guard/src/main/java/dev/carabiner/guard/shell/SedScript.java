package dev.carabiner.guard.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Scripts of sed, which can run commands and write files, and mostly do neither. */
final class SedScript {

    private static final int LONGEST = 1_000;
    private static final String ESCAPED = "(?:\\\\[^\\n]|(?!\\1)[^\\n\\\\])*";
    private static final String ADDRESS = "(?:\\d+|\\$|/(?:\\\\[^\\n]|[^/\\n\\\\])*/I?)";

    /** At some lines: one letter, a text to put in, or a substitution whose flags neither run nor write. */
    private static final Pattern PLAIN = Pattern.compile("\\s*(?:" + ADDRESS + "(?:,[+~]?" + ADDRESS + ")?)?!?\\s*"
            + "(?:[dpqnNDPGHhgxl=]|[aic][\\\\ ][^\\n]*|[sy]([/|,#:@_])"
            + (ESCAPED + "\\1" + ESCAPED) + "\\1[gpiImM0-9]*)?\\s*");

    private static final Pattern OPTION = Pattern.compile(
            "-[nErsuzi]+|-i\\.\\w+|--in-place(?:=\\.\\w+)?|--quiet|--silent|--regexp-extended|--version");

    private SedScript() {}

    /**
     * Its scripts are the first word that is no option, or whatever an option says is one. An empty word may be the value
     * of an option, depending on the system.
     */
    static boolean areAllPlain(List<String> arguments) {
        List<String> scripts = scripts(arguments);
        return scripts != null && scripts.stream().allMatch(SedScript::isPlain);
    }

    private static @Nullable List<String> scripts(List<String> arguments) {
        List<String> scripts = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            boolean next = (word.equals("-e") || word.equals("--expression")) && i + 1 < arguments.size();
            if (next) {
                scripts.add(arguments.get(++i));
            } else if (word.startsWith("--expression=")) {
                scripts.add(word.substring("--expression=".length()));
            } else if (!word.startsWith("-")) {
                scripts.addAll(scripts.isEmpty() && !word.isEmpty() ? List.of(word) : List.of());
            } else if (!OPTION.matcher(word).matches()) {
                return null;
            }
        }
        return scripts;
    }

    private static boolean isPlain(String script) {
        return script.length() <= LONGEST
                && (PLAIN.matcher(script).matches()
                        || Stream.of(script.split(";", -1))
                                .allMatch(it -> PLAIN.matcher(it).matches()));
    }
}
