package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.LineWrap;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A long text by pages: a human cannot say yes to what has run past. */
final class TrustPages {

    /** Rows of the screen, with the question below them: the smallest terminal in use has 24. */
    private static final int PAGE = 22;

    /** Keys of a bundle whose value is run, or called. */
    private static final Pattern RUNS = Pattern.compile(
            "(?i)(^|[\\s{,\\-])[\"']?(command|commands|linters?|run|exec|scripts?|java|files?|url|base_url|env)[\"']?\\s*:.*");

    /** Ways of YAML to write a key so that it does not look like one: behind a question mark, and with letters as numbers. */
    private static final Pattern DISGUISED = Pattern.compile("^(-\\s+)*[?:](\\s|$)|\"[^\"]*\\\\[xuU][^\"]*\"\\s*:");

    private final Surroundings here;
    private final BufferedReader keys;
    private final List<String> lines = new ArrayList<>();

    TrustPages(Surroundings here, BufferedReader keys) {
        this.here = here;
        this.keys = keys;
    }

    /** The lines of files that name something to be run, each with its place. */
    static List<String> commands(Map<String, String> texts) {
        List<String> found = new ArrayList<>();
        texts.forEach((file, text) -> {
            List<String> all = text.lines().toList();
            for (int i = 0; i < all.size(); i++) {
                String line = all.get(i).strip();
                if (!line.startsWith("#")
                        && (RUNS.matcher(line).find() || DISGUISED.matcher(line).find())) {
                    int end = endOfValue(all, i);
                    for (; i < end; i++) {
                        found.add("  " + VisibleText.inOneLine(file) + ":" + (i + 1) + "  "
                                + VisibleText.inOneLine(all.get(i).strip()));
                    }
                    i--;
                }
            }
        });
        return found;
    }

    /** A value may go on for lines that are further in, or are entries of a list: behind the last of them. */
    private static int endOfValue(List<String> lines, int first) {
        int indent = indent(lines.get(first));
        int end = first + 1;
        while (end < lines.size()
                && (lines.get(end).isBlank()
                        || indent(lines.get(end)) > indent
                        || (indent(lines.get(end)) == indent
                                && !lines.get(first).strip().startsWith("-")
                                && lines.get(end).strip().startsWith("- ")))) {
            end++;
        }
        while (lines.get(end - 1).isBlank()) {
            end--;
        }
        return end;
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    void line(String text) {
        lines.add(text);
    }

    /** Without a terminal all at once. Returns whether all of it was printed. */
    boolean print() throws IOException {
        List<String> rows = here.interactive() ? rows() : lines;
        boolean paging = here.interactive() && rows.size() > PAGE;
        for (int i = 0; i < rows.size(); i++) {
            here.out().println(rows.get(i));
            if (paging && (i + 1) % PAGE == 0 && i + 1 < rows.size()) {
                here.out()
                        .print((rows.size() - i - 1)
                                + " more lines: Enter for the next, all for the rest, q to stop: ");
                here.out().flush();
                String answer = keys.readLine();
                if (answer == null || answer.strip().equalsIgnoreCase("q")) {
                    return false;
                }
                paging = !answer.strip().equalsIgnoreCase("all");
            }
        }
        return true;
    }

    /** What is wider than the screen would take several of its rows, and push others out of sight. */
    private List<String> rows() {
        return lines.stream()
                .flatMap(line -> LineWrap.of(line, here.columns()).lines())
                .toList();
    }
}
