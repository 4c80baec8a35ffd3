package dev.carabiner.bridge.foreign;

import dev.carabiner.process.Finished;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells a hook that is not there from one that has judged. A missing script is exit code 127 from a shell, 1 from Node and 2
 * from Python, which some agents take for a block.
 */
final class MissingScript {

    /** What interpreters say when the file they were given is not there, or cannot be read as a program. */
    private static final Pattern COMPLAINT = Pattern.compile("can't open file '"
            + "|Cannot find module '"
            + "|^\\S*: (?:\\d+: |line \\d+: )?(?:cannot open|can't open|Can't open)\\b"
            + "|^\\S+: (?:line \\d+: )?[^\\n]*: (?:No such file or directory|Permission denied)$"
            + "|^Cannot run [^\\n]*$"
            + "|^error: Failed to spawn"
            + "|^\\S+: (?:line \\d+: |\\d+: )?[Ss]yntax error");

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|([^\\s;&|<>()\"']+)");
    private static final Pattern SCRIPT = Pattern.compile("[\\w./@+-]+");
    private static final Pattern ENDING = Pattern.compile(".*\\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl)");

    private MissingScript() {}

    static boolean isIt(Finished finished, List<String> words, Path directory) {
        if (finished.exitCode() == 127 || finished.exitCode() == 126) {
            return true;
        }
        String errors = finished.errors().strip();
        return COMPLAINT.matcher(firstLines(errors)).find() || namesMissing(words, directory);
    }

    private static String firstLines(String errors) {
        int end = errors.indexOf('\n');
        String first = end < 0 ? errors : errors.substring(0, end);
        return errors.contains("Cannot find module '") ? errors : first;
    }

    /** Whether the first script of the command is not there. */
    private static boolean namesMissing(List<String> words, Path directory) {
        return files(words).stream().limit(1).anyMatch(it -> {
            try {
                return !Files.exists(directory.resolve(it));
            } catch (InvalidPathException e) {
                return false;
            }
        });
    }

    /** The scripts that a command names by relative paths. */
    static List<String> relativeFiles(List<String> words) {
        return files(words).stream().filter(it -> !it.startsWith("/")).toList();
    }

    /** The words of a command that look like a script and hold nothing that a shell would expand. */
    private static List<String> files(List<String> words) {
        List<String> files = new ArrayList<>();
        for (String word : words) {
            Matcher each = WORD.matcher(word);
            while (each.find()) {
                String text =
                        each.group(1) != null ? each.group(1) : each.group(2) != null ? each.group(2) : each.group(3);
                boolean path = text.startsWith("./")
                        || text.startsWith("../")
                        || ENDING.matcher(text).matches();
                if (SCRIPT.matcher(text).matches() && path && !text.startsWith("-")) {
                    files.add(text);
                }
            }
        }
        return files;
    }
}
