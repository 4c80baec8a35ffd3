package dev.carabiner.guard.line;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line as {@code bash -c} does. It runs nothing, and never throws: a line that it cannot follow has doubts, and is
 * then not known in full.
 *
 * <p>Immutable; any thread may use it.
 */
public final class ShellReader {

    private static final int LONGEST = 50_000;
    private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"$`\\\\!]*\"");
    private static final Pattern PLAIN = Pattern.compile("[ A-Za-z0-9_./:=+,@%^~-]*");
    private static final int LONGEST_PLAIN = 10_000;

    private final String directory;
    private final String home;
    private final Outputs outputs;

    /**
     * @param directory where the line is run, absolute
     * @param home what {@code HOME} is
     * @param outputs says what commands print, for lines that use it as words of others
     */
    public ShellReader(Path directory, String home, Outputs outputs) {
        this.directory = directory.toString();
        this.home = home;
        this.outputs = outputs;
    }

    /** What bash would run for this line. A line that cannot be read in full says so; it is never an error. */
    public Reading read(String line) {
        if (line.length() > LONGEST) {
            return unreadable(line, "it is longer than " + LONGEST + " characters");
        }
        if (line.indexOf('\0') >= 0 || Holes.areIn(line)) {
            return unreadable(line, "it holds characters that no line should");
        }
        Walk walk = new Walk(directory, home, outputs);
        try {
            State start = new State();
            walk.run(ShellParser.parse(line), start, new Input.Inherited());
            walk.traps().run(start);
        } catch (UnreadableLineException e) {
            walk.doubt(String.valueOf(e.getMessage()));
        } catch (StackOverflowError e) {
            walk.doubt("it is nested too deeply");
        }
        return new Reading(line, walk.commands(), walk.doubts(), walk.multiplies(), walk.disguises());
    }

    private static Reading unreadable(String line, String why) {
        return new Reading(line, List.of(), List.of(why), false, false);
    }

    /**
     * The words of a line that is one simple command in plain words and quotes, which every POSIX shell reads alike; null
     * for every other line.
     */
    public static @Nullable List<String> plainWords(String line) {
        if (line.length() > LONGEST_PLAIN
                || !PLAIN.matcher(QUOTED.matcher(line).replaceAll("")).matches()) {
            return null;
        }
        try {
            boolean simple = ShellParser.parse(line) instanceof Node.Simple command
                    && command.assignments().isEmpty()
                    && command.redirects().isEmpty()
                    && command.words().stream().allMatch(Word::isPlain);
            return simple && ShellParser.parse(line) instanceof Node.Simple(var unused, List<Word> words, var none)
                    ? words.stream()
                            .map(word -> String.valueOf(word.unquoted()))
                            .toList()
                    : null;
        } catch (UnreadableLineException e) {
            return null;
        }
    }
}
