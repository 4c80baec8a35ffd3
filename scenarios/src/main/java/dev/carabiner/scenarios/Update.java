package dev.carabiner.scenarios;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes what was into the files instead of what was expected: plain values of cases, each in its place, and nothing else
 * of the file. Lines of a matrix, lists and words such as {@code contains} are for a person to mend.
 */
public final class Update {

    private final Path base;
    private final List<Mismatch.Fix> fixes;

    private Update(Path base, List<Mismatch.Fix> fixes) {
        this.base = base;
        this.fixes = fixes;
    }

    /**
     * What there is to write. Nothing is written yet.
     *
     * @param base what the scenarios were read with
     */
    public static Update of(TestReport report, Path base) {
        List<Mismatch.Fix> fixes = new ArrayList<>();
        report.cases().forEach(it -> it.mismatches().forEach(wrong -> add(wrong.fix(), fixes)));
        return new Update(base, List.copyOf(fixes));
    }

    private static void add(Mismatch.@Nullable Fix fix, List<Mismatch.Fix> fixes) {
        if (fix != null) {
            fixes.add(fix);
        }
    }

    /** What would be written, a line each: place and value. */
    public List<String> lines() {
        return fixes.stream().map(fix -> fix.at() + ": " + fix.value()).toList();
    }

    /** Writes it all. A file that has changed in such a place meanwhile gets what was found there before. */
    public void write() throws IOException {
        Map<String, List<Mismatch.Fix>> byFile =
                fixes.stream().collect(Collectors.groupingBy(fix -> fix.at().file()));
        for (Map.Entry<String, List<Mismatch.Fix>> file : byFile.entrySet()) {
            Path path = base.resolve(file.getKey());
            List<String> lines = new ArrayList<>(List.of(Files.readString(path).split("\n", -1)));
            file.getValue().stream()
                    .sorted(Comparator.comparingInt(
                                    (Mismatch.Fix fix) -> fix.at().line())
                            .thenComparingInt(fix -> fix.at().column())
                            .reversed())
                    .forEach(fix -> lines.set(
                            fix.at().line() - 1, replaced(lines.get(fix.at().line() - 1), fix)));
            Files.writeString(path, String.join("\n", lines));
        }
    }

    private static String replaced(String line, Mismatch.Fix fix) {
        int start = line.offsetByCodePoints(0, fix.at().column() - 1);
        return line.substring(0, start) + fix.value() + line.substring(end(line, start));
    }

    /** Where a value ends that stands on one line: at its closing quote, or before what ends a plain one. */
    private static int end(String line, int start) {
        char first = line.charAt(start);
        if (first == '"' || first == '\'') {
            int at = start + 1;
            while (at < line.length() && line.charAt(at) != first) {
                at += line.charAt(at) == '\\' && first == '"' ? 2 : 1;
            }
            return Math.min(at + 1, line.length());
        }
        int at = start;
        while (at < line.length() && ",]}".indexOf(line.charAt(at)) < 0 && !line.startsWith(" #", at)) {
            at++;
        }
        return line.substring(0, at).stripTrailing().length();
    }
}
