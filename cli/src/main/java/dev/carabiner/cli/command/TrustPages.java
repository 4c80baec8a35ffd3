package dev.carabiner.cli.command;

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

    private static final int PAGE = 40;
    private static final int MOST_COMMANDS = 60;

    /** Keys of a bundle whose value is run, or called. */
    private static final Pattern RUNS = Pattern.compile(
            "(?i)(^|[\\s{,\\-])[\"']?(command|commands|linters?|run|exec|script|url|base_url|env)[\"']?\\s*:.*");

    private final Surroundings here;
    private final BufferedReader keys;
    private final List<String> lines = new ArrayList<>();

    TrustPages(Surroundings here, BufferedReader keys) {
        this.here = here;
        this.keys = keys;
    }

    /** The lines of files that name something to be run, each with its place; how many more there are, if too many. */
    static List<String> commands(Map<String, String> texts) {
        List<String> found = new ArrayList<>();
        texts.forEach((file, text) -> {
            List<String> all = text.lines().toList();
            for (int i = 0; i < all.size(); i++) {
                String line = all.get(i).strip();
                if (!line.startsWith("#") && RUNS.matcher(line).find()) {
                    int end = endOfValue(all, i);
                    for (; i < end; i++) {
                        found.add("  " + VisibleText.inOneLine(file) + ":" + (i + 1) + "  "
                                + VisibleText.inOneLine(all.get(i).strip()));
                    }
                    i--;
                }
            }
        });
        if (found.size() <= MOST_COMMANDS) {
            return found;
        }
        List<String> first = new ArrayList<>(found.subList(0, MOST_COMMANDS));
        first.add("  and " + (found.size() - MOST_COMMANDS) + " more, below");
        return first;
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
        boolean paging = here.interactive() && lines.size() > PAGE;
        for (int i = 0; i < lines.size(); i++) {
            here.out().println(lines.get(i));
            if (paging && (i + 1) % PAGE == 0 && i + 1 < lines.size()) {
                here.out()
                        .print((lines.size() - i - 1)
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
}
