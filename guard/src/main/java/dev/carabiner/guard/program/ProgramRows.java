package dev.carabiner.guard.program;

import dev.carabiner.guard.program.Program.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the table by their keys. Each is read when it is first asked for: a start for one event needs a few of
 * hundreds. A row that cannot be read is an error of the build, named with its line. Any thread may ask.
 */
final class ProgramRows {

    private static final String RESOURCE = "programs.txt";

    /** Every word that a row may say. */
    private static final Set<String> MEANINGS = Set.of(
            "reads", "lists", "words", "nothing", "writes", "deletes", "moves", "copies", "builds", "script", "launch",
            "text", "code", "net", "ask", "deny", "unknown", "host", "out", "dash", "stop", "abbrev", "special",
            "sends", "any");

    /** Where a row's meaning begins in its line. */
    private record Line(String text, int meaning, int number) {}

    private final Map<String, Line> lines = new HashMap<>();
    private final Set<String> above = new HashSet<>();
    private final Map<String, Program> read = new ConcurrentHashMap<>();

    private ProgramRows(String table) {
        int number = 0;
        for (String line : table.split("\n", -1)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            int sign = line.indexOf(" : ");
            if (sign < 0) {
                throw new IllegalStateException(RESOURCE + ":" + number + ": expected NAMES : MEANING");
            }
            Line row = new Line(line, sign + 3, number);
            keys(line.substring(0, sign)).forEach(key -> lines.put(key, row));
        }
    }

    /** The table that comes with this module. */
    static ProgramRows standard() {
        try (InputStream in = ProgramRows.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("The table of programs is missing: " + RESOURCE);
            }
            return new ProgramRows(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("The table of programs cannot be read", e);
        }
    }

    /** A row that stands in the code, since its program is looked at by a class of its own. */
    static Program one(String row) {
        ProgramRows rows = new ProgramRows(row);
        return Objects.requireNonNull(rows.get(rows.keys().iterator().next()));
    }

    Set<String> keys() {
        return lines.keySet();
    }

    /** The row of a program, or of a program and its subcommand; null if there is none. */
    @Nullable
    Program get(String key) {
        Line line = lines.get(key);
        return line == null ? null : read.computeIfAbsent(key, it -> inheriting(row(it, line)));
    }

    /** Whether subcommands of this row's have rows of their own. */
    boolean isAbove(String key) {
        return above.contains(key) && lines.containsKey(key);
    }

    /** A subcommand's row has the long options of the program that run or name something, unless it says otherwise. */
    private Program inheriting(Program row) {
        if (row.key().indexOf(' ') < 0) {
            return row;
        }
        Map<String, Kind> options = new HashMap<>(row.options());
        String shorter = row.key();
        while (shorter.indexOf(' ') > 0) {
            shorter = shorter.substring(0, shorter.lastIndexOf(' '));
            Line parent = lines.get(shorter);
            if (parent != null) {
                row(shorter, parent).options().forEach((name, kind) -> {
                    boolean matters = name.startsWith("--") && kind != Kind.VALUE && kind != Kind.PASSED;
                    if (matters) {
                        options.putIfAbsent(name, kind);
                    }
                });
            }
        }
        return new Program(row.key(), row.meanings(), Map.copyOf(options), row.why());
    }

    private List<String> keys(String names) {
        List<String> keys = List.of("");
        for (String level : words(names)) {
            above.addAll(keys);
            keys = below(keys, level);
        }
        return keys;
    }

    /** {@code git log,show} stands for {@code git log} and {@code git show}. */
    static List<String> names(String text) {
        List<String> names = List.of("");
        for (String level : words(text)) {
            names = below(names, level);
        }
        return names;
    }

    private static List<String> below(List<String> keys, String level) {
        List<String> longer = new ArrayList<>();
        for (String key : keys) {
            for (String name : level.split(",", -1)) {
                longer.add(key.isEmpty() ? name : key + " " + name);
            }
        }
        return longer;
    }

    /** Between blanks; by hand, since the table is read at each start. */
    static List<String> words(String text) {
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

    private static Program row(String key, Line line) {
        String text = line.text();
        int number = line.number();
        int bar = text.indexOf(" | ");
        String why = bar < 0 ? "" : text.substring(bar + 3).strip();
        String body = text.substring(line.meaning(), bar < 0 ? text.length() : bar);
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
