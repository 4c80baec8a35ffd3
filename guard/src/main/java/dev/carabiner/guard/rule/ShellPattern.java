package dev.carabiner.guard.rule;

import dev.carabiner.guard.line.ShellReader;
import dev.carabiner.guard.program.AllowedPrograms;
import dev.carabiner.guard.program.ProgramTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The words of a command, and whether more may follow.
 *
 * @param hasMore whether it ended in a star: any further words, also none
 */
record ShellPattern(List<String> words, boolean hasMore) {

    private static final String MORE = " *";

    /** Null if it is not the plain words of one simple command. A star anywhere else is not plain. */
    static @Nullable ShellPattern parse(String text) {
        boolean hasMore = text.endsWith(MORE);
        List<String> words = ShellReader.plainWords(hasMore ? text.substring(0, text.length() - MORE.length()) : text);
        return words == null || words.isEmpty() || words.getFirst().isEmpty() ? null : new ShellPattern(words, hasMore);
    }

    /** The program, as it is called wherever it lies. */
    String program() {
        return ProgramTable.baseName(words.getFirst());
    }

    /** The argv of a line that an allow rule with this pattern covers, or null. */
    @Nullable
    List<String> covered(String line) {
        List<String> argv = ShellReader.plainWords(line);
        if (argv == null
                || argv.size() < words.size()
                || !argv.subList(0, words.size()).equals(words)) {
            return null;
        }
        List<String> more = argv.subList(words.size(), argv.size());
        boolean fits =
                more.isEmpty() || (hasMore && !AllowedPrograms.writes(argv) && !AllowedPrograms.isUnknown(argv, words));
        return fits && AllowedPrograms.objection(argv) == null ? argv : null;
    }
}
