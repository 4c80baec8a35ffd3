package dev.carabiner.guard.program;

import dev.carabiner.guard.program.Program.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the rows of the table. A row that cannot be read is an error of the build, named with its line. */
final class ProgramRows {

    private static final String RESOURCE = "programs.txt";

    /** Every word that a row may say. */
    private static final Set<String> MEANINGS = Set.of(
            "reads", "lists", "words", "nothing", "writes", "deletes", "moves", "copies", "builds", "script", "launch",
            "text", "code", "net", "ask", "deny", "unknown", "host", "out", "dash", "stop", "abbrev", "special",
            "sends", "verbs");

    private ProgramRows() {}

    static Map<String, Program> read() {
        try (InputStream in = ProgramRows.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("The table of programs is missing: " + RESOURCE);
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("The table of programs cannot be read", e);
        }
    }

    static Map<String, Program> parse(String text) {
        Map<String, Program> rows = new HashMap<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            int sign = line.indexOf(" : ");
            if (sign < 0) {
                throw new IllegalStateException(RESOURCE + ":" + number + ": expected NAMES : MEANING");
            }
            int bar = line.indexOf(" | ");
            String why = bar < 0 ? "" : line.substring(bar + 3).strip();
            String body = line.substring(sign + 3, bar < 0 ? line.length() : bar);
            for (String key : keys(line.substring(0, sign))) {
                rows.put(key, row(key, body, why, number));
            }
        }
        rows.replaceAll((key, row) -> key.indexOf(' ') < 0 ? row : inheriting(row, rows));
        return Map.copyOf(rows);
    }

    /** A subcommand's row has the long options of the program that run or name something, unless it says otherwise. */
    private static Program inheriting(Program row, Map<String, Program> rows) {
        Map<String, Kind> options = new HashMap<>(row.options());
        String above = row.key();
        while (above.indexOf(' ') > 0) {
            above = above.substring(0, above.lastIndexOf(' '));
            Program parent = rows.get(above);
            if (parent != null) {
                parent.options().forEach((name, kind) -> {
                    boolean matters = name.startsWith("--") && kind != Kind.VALUE && kind != Kind.PASSED;
                    if (matters) {
                        options.putIfAbsent(name, kind);
                    }
                });
            }
        }
        return new Program(row.key(), row.meanings(), Map.copyOf(options), row.why());
    }

    private static List<String> keys(String names) {
        List<String> keys = List.of("");
        for (String level : words(names)) {
            List<String> longer = new ArrayList<>();
            for (String key : keys) {
                for (String name : level.split(",", -1)) {
                    longer.add(key.isEmpty() ? name : key + " " + name);
                }
            }
            keys = longer;
        }
        return keys;
    }

    /** Between blanks; by hand, since the table is read at each start. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int begin = 0;
        while (begin < text.length()) {
            int end = text.indexOf(' ', begin);
            end = end < 0 ? text.length() : end;
            if (end > begin) {
                words.add(text.substring(begin, end));
            }
            begin = end + 1;
        }
        return words;
    }

    private static Program row(String key, String body, String why, int number) {
        Map<String, String> meanings = new LinkedHashMap<>();
        Map<String, Kind> options = new HashMap<>();
        for (String token : words(body)) {
            int sign = token.indexOf('=');
            String name = sign < 0 ? token : token.substring(0, sign);
            String value = sign < 0 ? "" : token.substring(sign + 1);
            Kind kind = sign < 0 ? null : Kind.of(name);
            if (kind != null) {
                for (String option : value.split(",", -1)) {
                    options.merge(option, kind, (old, other) -> old == Kind.VALUE ? other : old);
                }
            } else if (MEANINGS.contains(name)) {
                meanings.put(name, value);
            } else {
                throw new IllegalStateException(RESOURCE + ":" + number + ": what is \"" + token + "\"?");
            }
        }
        return new Program(key, Map.copyOf(meanings), Map.copyOf(options), why);
    }
}
