package dev.carabiner.hooks;

import dev.carabiner.guard.path.Workspace;
import dev.carabiner.guard.program.ProgramTable;
import dev.carabiner.process.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a linter lies. In the working directory an agent may write, and a linter runs without a permit: an
 * agent that could change it could run anything.
 */
final class LinterPlace {

    private static final ProgramTable PROGRAMS = ProgramTable.standard();
    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

    private LinterPlace() {}

    /**
     * Looks for the program, as it will be looked for when it is run.
     *
     * @throws InvalidSettingException if the program is not there, or lies in the working directory; or if a script there
     *     is given to an interpreter
     */
    static void check(Workspace workspace, String key, List<String> words) {
        String program = words.getFirst();
        String name = program.substring(program.lastIndexOf('/') + 1);
        boolean runsScripts = PROGRAMS.isShell(name) || PROGRAMS.isInterpreter(name);
        boolean inside = program.contains("/") ? isInside(workspace, program) : isFoundInside(workspace, program);
        boolean script = runsScripts
                && words.stream().skip(1).anyMatch(word -> isFile(workspace, word) && isInside(workspace, word));
        if (inside || script) {
            throw invalid(
                    key,
                    words,
                    "a program outside the working directory " + workspace.root()
                            + ", where the agent cannot change it");
        }
        if (places(program).noneMatch(place -> isExecutable(workspace.root().resolve(place)))) {
            throw invalid(key, words, "a program that is installed; there is no " + program);
        }
    }

    private static InvalidSettingException invalid(String key, List<String> words, String expected) {
        return new InvalidSettingException("linter-feedback", key, String.join(" ", words), expected);
    }

    /** As it is spelled or where it leads: a link there can be changed as well. */
    private static boolean isInside(Workspace workspace, String path) {
        Path root = workspace.root();
        try {
            return Workspace.isWithin(root.resolve(path).normalize(), root)
                    || Workspace.isWithin(workspace.canonical(path), root);
        } catch (IOException e) {
            return false; // leads nowhere, from outside
        }
    }

    private static boolean isFile(Workspace workspace, String word) {
        try {
            return Files.isRegularFile(workspace.root().resolve(word));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Whether the PATH has a place in the working directory before it has the program. */
    private static boolean isFoundInside(Workspace workspace, String name) {
        for (String place : places(name).toList()) {
            Path candidate = workspace.root().resolve(place);
            if (isInside(workspace, String.valueOf(candidate.getParent()))) {
                return true;
            }
            if (isExecutable(candidate)) {
                return isInside(workspace, candidate.toString());
            }
        }
        return false;
    }

    /** Where a program of that name may be: there, or in the directories of the PATH. */
    private static Stream<String> places(String program) {
        return program.contains("/")
                ? Stream.of(program)
                : Stream.of(Environment.basic().getOrDefault("PATH", USUAL_PATH).split(":", -1))
                        .filter(place -> !place.isEmpty())
                        .map(place -> place + "/" + program);
    }

    private static boolean isExecutable(Path candidate) {
        return Files.isRegularFile(candidate) && Files.isExecutable(candidate);
    }
}
