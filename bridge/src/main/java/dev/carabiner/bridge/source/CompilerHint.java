package dev.carabiner.bridge.source;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;

/** What to do about a compiler's complaint, where that can be told. */
final class CompilerHint {

    private static final Pattern CLASS = Pattern.compile("symbol:\\s+(?:class|variable) (\\w+)");
    private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+) does not exist");
    private static final Pattern FILE = Pattern.compile("class (\\w+) is public, should be declared in a file");

    /** The packages that hooks use. */
    private static final List<String> PACKAGES = List.of(
            "dev.carabiner.hook",
            "dev.carabiner.event",
            "dev.carabiner.session",
            "dev.carabiner.context",
            "dev.carabiner.approval",
            "dev.carabiner.display",
            "java.util",
            "java.time",
            "java.nio.file");

    private CompilerHint() {}

    /** A hint with an arrow before it; empty if there is none. */
    static String of(Diagnostic<?> problem) {
        String message = problem.getMessage(Locale.ROOT);
        Matcher symbol = CLASS.matcher(message);
        if (symbol.find()) {
            for (String name : PACKAGES) {
                if (exists(name + "." + symbol.group(1))) {
                    return " → add: import " + name + "." + symbol.group(1) + ";";
                }
            }
        }
        Matcher missing = PACKAGE.matcher(message);
        if (missing.find()) {
            return " → add the jar that holds " + missing.group(1) + " to class_path:";
        }
        Matcher file = FILE.matcher(message);
        return file.find() ? " → name the file " + file.group(1) + ".java, or the class as the file" : "";
    }

    private static boolean exists(String name) {
        try {
            Class.forName(name, false, CompilerHint.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
