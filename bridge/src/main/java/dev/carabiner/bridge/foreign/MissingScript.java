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
            + "|^Can't open perl script "
            + "|^Error: Cannot find module '"
            + "|^error: (?:Module not found|Failed to spawn)"
            + "|^\\S*: (?:\\d+: |line \\d+: )?(?:cannot open|can't open)\\b"
            + "|^\\S+: (?:-c: )?(?:line \\d+: |\\d+: )?[Ss]yntax error");

    /** What is all that is said where the interpreter, and not the hook, has said it. */
    private static final Pattern NOT_STARTED = Pattern.compile(
            "Cannot run [^\\n]*|\\S*python\\S*: can't open file '[^\\n]*"
                    + "|(?:/\\S*/)?(?:ba|da)?sh: \\d+: "
                    + "(?:cd: can't cd to [^\\n]*|cannot create [^\\n]*|Bad substitution|[^\\n]*: (?:parameter not set[^\\n]*|bad variable name))");

    /** The same of bash, which itself ends with 1, 126 or 127: a 2 beside it has been chosen by the author of the hook. */
    private static final Pattern NOT_STARTED_IN_BASH = Pattern.compile("(?:/\\S*/)?bash: line \\d+: [^\\n]*: "
            + "(?:No such file or directory|Permission denied|Is a directory|Read-only file system)");

    private static final Pattern OWN_SHELL = Pattern.compile("^(?:/\\S*/)?(?:ba|da)?sh: ");
    private static final Pattern WORD = Pattern.compile(
            "(?<word>(?:\"[^\"]*\"|'[^']*'|\\\\.|[^\\s;&|<>()\"'\\\\])+)|(?<end>[;&|()\\n])", Pattern.DOTALL);
    private static final Pattern LITERAL = Pattern.compile("[\\w./@+-]+");
    private static final Pattern SCRIPT =
            Pattern.compile(".*\\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl)|\\.{1,2}/.*|[\\w.+-][\\w.@+-]*/[\\w./@+-]+");
    private static final Pattern INTERPRETER = Pattern.compile(
            "(?:\\S*/)?(?:ba|da|z)?sh|(?:\\S*/)?(?:python[\\d.]*|node|bun|deno|ruby|perl|tsx|uv|npx|env|exec|run)");

    private MissingScript() {}

    static boolean isIt(Finished finished, List<String> words, Path directory) {
        if (finished.exitCode() == 127 || finished.exitCode() == 126) {
            return true;
        }
        String errors = finished.errors().strip();
        return (finished.output().isBlank() && tellsOfNoStart(errors, finished.exitCode()))
                || errors.lines().limit(20).anyMatch(line -> complains(line, words))
                || namesMissing(words, directory);
    }

    private static boolean tellsOfNoStart(String errors, int exitCode) {
        return NOT_STARTED.matcher(errors).matches()
                || (exitCode != 2 && NOT_STARTED_IN_BASH.matcher(errors).matches());
    }

    /** A hook that judges scripts may cite such a complaint about another file. */
    private static boolean complains(String line, List<String> words) {
        return COMPLAINT.matcher(line).find()
                && (OWN_SHELL.matcher(line).find() || scripts(words).stream().anyMatch(it -> line.contains(name(it))));
    }

    private static String name(String script) {
        return script.substring(script.lastIndexOf('/') + 1);
    }

    /** Whether a script that the command runs, by a name that no shell changes, is not there. */
    private static boolean namesMissing(List<String> words, Path directory) {
        return scripts(words).stream()
                .filter(it -> LITERAL.matcher(it).matches())
                .limit(1)
                .anyMatch(it -> {
                    try {
                        return !Files.exists(directory.resolve(it));
                    } catch (InvalidPathException e) {
                        return false;
                    }
                });
    }

    /** The scripts that a command names by relative paths. */
    static List<String> relativeFiles(List<String> words) {
        return scripts(words).stream()
                .filter(it -> LITERAL.matcher(it).matches() && !it.startsWith("/"))
                .toList();
    }

    /** The scripts that a command runs: as a program, or as the first word for an interpreter. None after a {@code cd}. */
    private static List<String> scripts(List<String> words) {
        List<String> scripts = new ArrayList<>();
        for (String line : words) {
            Matcher each = WORD.matcher(line);
            boolean expected = true;
            while (each.find()) {
                if (each.group("end") != null) {
                    expected = true;
                    continue;
                }
                String word = each.group("word").replaceAll("[\"'\\\\]", "");
                if (word.equals("cd") || word.equals("pushd")) {
                    return List.of();
                }
                boolean script = expected
                        && SCRIPT.matcher(word).matches()
                        && !INTERPRETER.matcher(word).matches();
                if (script) {
                    scripts.add(word);
                }
                expected = expected && !script && isBeforeScript(word);
            }
        }
        return scripts;
    }

    private static boolean isBeforeScript(String word) {
        return word.startsWith("-")
                || word.matches("\\w+=.*")
                || INTERPRETER.matcher(word).matches();
    }
}
