package dev.carabiner.hooks.lint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Checks that every text file should pass, and the syntax of those that have a simple one. */
public final class FileChecks {

    private static final int MOST_FINDINGS = 20;

    private FileChecks() {}

    /** What is wrong with a file of this name and content, by line; not more than a screenful. */
    public static List<LintFinding> of(String name, String text) {
        if (text.isEmpty() || text.indexOf('\0') >= 0) {
            return List.of();
        }
        List<LintFinding> findings = new ArrayList<>(syntax(extension(name), text));
        findings.addAll(lines(name, text));
        if (!text.endsWith("\n") && !extension(name).equals("txt")) { // no program reads a note line by line
            findings.add(
                    LintFinding.of((int) text.lines().count(), "the last line does not end with a newline; add one"));
        }
        return findings.stream()
                .sorted(Comparator.comparingInt(LintFinding::line))
                .limit(MOST_FINDINGS)
                .toList();
    }

    /** What comes after the last dot, in lower case; empty if there is none. */
    public static String extension(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }

    private static List<LintFinding> syntax(String extension, String text) {
        return switch (extension) {
            case "json" -> JsonSyntax.check(text);
            case "yaml", "yml" -> YamlSyntax.check(text);
            default -> List.of();
        };
    }

    private static List<LintFinding> lines(String name, String text) {
        String extension = extension(name);
        boolean blanksMean = extension.equals("md") || extension.equals("diff") || extension.equals("patch");
        List<LintFinding> findings = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size() && findings.size() < MOST_FINDINGS; i++) {
            String line = lines.get(i);
            if (isConflict(line)) {
                findings.add(LintFinding.of(i + 1, "a marker of a merge conflict is left; decide for one side"));
            } else if (!blanksMean && !line.stripTrailing().equals(line)) {
                findings.add(LintFinding.of(i + 1, "blanks at the end of the line", line, line.stripTrailing(), text));
            }
        }
        return findings;
    }

    /** The middle marker alone may be a heading. */
    private static boolean isConflict(String line) {
        return line.startsWith("<<<<<<< ") || line.startsWith(">>>>>>> ") || line.startsWith("||||||| ");
    }
}
