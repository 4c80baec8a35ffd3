package dev.carabiner.guard.shell;

import static dev.carabiner.guard.shell.KnownPrograms.words;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How an interpreter is called: with a script in a file, or with one that is a word of the line or comes from its input. */
final class InterpreterCommand {

    /** It says what it is, or looks for scripts by itself. */
    private static final Set<String> HARMLESS = words("--version -V -v --help -h --test");

    private static final Set<String> TEXT = words("- -- --eval --print --run --process-code --command");

    /** Modules of Python that run a word. */
    private static final Set<String> TEXT_MODULES = words("timeit pdb code cprofile profile trace asyncio");

    /** A letter by which it is given a program, before any letter whose value is attached to it. */
    private static final Pattern PYTHON_LETTER = Pattern.compile("-[A-Za-z0-9&&[^WXm]]*?[ci].*");

    /** As {@code -m timeit} and {@code -Imtimeit}, with what stands before it. */
    private static final Pattern MODULE =
            Pattern.compile("(?:\\S* -[A-Za-z&&[^WXcim]]*m|-[A-Za-z&&[^WXcim]]*m )(\\w[\\w.]*)");

    private static final Pattern OTHER_LETTER = Pattern.compile("-[A-Za-z0-9&&[^IMWXdKCFmx]]*?[ceErRpi].*");

    private InterpreterCommand() {}

    static boolean runsText(SimpleCommand command) {
        List<String> arguments = command.arguments();
        boolean isHarmless = arguments.size() == 1 && HARMLESS.contains(arguments.getFirst());
        if (isHarmless) {
            return false;
        }
        boolean noScript = arguments.stream().allMatch(word -> word.startsWith("-") && !word.startsWith("-m"));
        return noScript
                || !command.reads().isEmpty()
                || hasText(arguments, command.program().startsWith("py"));
    }

    /** A word behind an option may be its value, so that the script is still to come. */
    private static boolean hasText(List<String> arguments, boolean python) {
        String before = "";
        for (String word : arguments) {
            Matcher module = MODULE.matcher(before + " " + word);
            if (python && module.matches()) {
                return TEXT_MODULES.contains(SimpleCommand.baseName(module.group(1)));
            }
            if (word.startsWith("-") ? isText(word, python) : word.equals("eval")) {
                return true;
            }
            if (!word.startsWith("-") && (!before.startsWith("-") || before.contains("="))) {
                return false;
            }
            before = word;
        }
        return false;
    }

    private static boolean isText(String word, boolean python) {
        String name = word.startsWith("--") && word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
        return TEXT.contains(name)
                || (python ? PYTHON_LETTER : OTHER_LETTER).matcher(word).matches();
    }
}
