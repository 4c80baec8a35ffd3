package dev.carabiner.guard.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The options that do no harm, by the keys of the table, in one file for each letter that programs begin with:
 * {@code harmless/g.txt} has those of git. A file is opened when the first option of such a program is met that no row
 * gives a meaning, since a start for one event has no time to read them all. Any thread may ask.
 *
 * <p>A line is {@code KEYS : TOKENS}; the line of a program holds for its subcommands, too. The tokens:
 *
 * <pre>
 * -a, --all       without a value            -#        a number, as in head -20
 * -w=, --width=   with a value               --no-*    all that begin so
 * --color?        with an attached value     *         any at all
 * {@code @KEY}            those of another line
 * </pre>
 *
 * No option stands there that writes, deletes, sends, runs or loads something, or that changes a setting, unless the class
 * behind the row's {@code special=} looks at it.
 */
final class HarmlessRows {

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
    private static final HarmlessRows STANDARD = new HarmlessRows(null);

    private final @Nullable String text;
    private final Map<String, String> files = new ConcurrentHashMap<>();
    private final Map<String, HarmlessOptions> read = new ConcurrentHashMap<>();

    /** With the lines of this text, or of the files that come with this module. */
    HarmlessRows(@Nullable String text) {
        this.text = text;
    }

    /** The files that come with this module. */
    static HarmlessRows standard() {
        return STANDARD;
    }

    /** What is said of a program or of a subcommand, for which its program's lines hold, too. */
    HarmlessOptions of(String key) {
        HarmlessOptions known = read.get(key);
        if (known == null) {
            known = withProgram(key);
            read.put(key, known);
        }
        return known;
    }

    private HarmlessOptions withProgram(String key) {
        HarmlessOptions options = new HarmlessOptions();
        add(key, options, new ArrayList<>());
        for (int at = key.lastIndexOf(' '); at > 0; at = key.lastIndexOf(' ', at - 1)) {
            add(key.substring(0, at), options, new ArrayList<>());
        }
        return options;
    }

    private void add(String key, HarmlessOptions options, List<String> within) {
        if (within.contains(key)) {
            throw new IllegalStateException("The harmless options of " + key + " include themselves");
        }
        within.add(key);
        for (String token : tokensOf(key)) {
            if (token.startsWith("@")) {
                add(token.substring(1), options, within);
            } else {
                options.add(token);
            }
        }
        within.removeLast();
    }

    /** What a key's own line says. */
    List<String> tokensOf(String key) {
        int blank = key.indexOf(' ');
        String program = blank < 0 ? key : key.substring(0, blank);
        String lines = lines(program);
        for (int at = lines.indexOf(program); at >= 0; at = lines.indexOf(program, at + 1)) {
            int begin = lines.lastIndexOf('\n', at) + 1;
            int sign = lines.indexOf(" : ", at);
            boolean names = sign > 0
                    && lines.charAt(begin) != '#'
                    && lines.lastIndexOf(' ', at) < begin
                    && isNamed(lines.substring(begin, sign), key);
            if (names) {
                int end = lines.indexOf('\n', sign);
                return tokens(lines.substring(sign + 3, end < 0 ? lines.length() : end));
            }
        }
        return List.of();
    }

    /** Whether {@code git log,show} stands for {@code git show}. */
    private static boolean isNamed(String names, String key) {
        List<String> levels = ProgramRows.words(names);
        List<String> words = ProgramRows.words(key);
        boolean named = levels.size() == words.size();
        for (int i = 0; named && i < words.size(); i++) {
            named = ("," + levels.get(i) + ",").contains("," + words.get(i) + ",");
        }
        return named;
    }

    /** Between blanks; {@code @git log} is one. */
    private static List<String> tokens(String line) {
        List<String> tokens = new ArrayList<>();
        for (String word : ProgramRows.words(line)) {
            boolean continued = "-@*".indexOf(word.charAt(0)) < 0
                    && !tokens.isEmpty()
                    && tokens.getLast().startsWith("@");
            if (continued) {
                tokens.set(tokens.size() - 1, tokens.getLast() + " " + word);
            } else {
                tokens.add(word);
            }
        }
        return tokens;
    }

    private String lines(String program) {
        return text != null ? text : file(fileOf(program));
    }

    private static String fileOf(String program) {
        return LETTERS.indexOf(program.charAt(0)) < 0 ? "other" : program.substring(0, 1);
    }

    private String file(String name) {
        String known = files.get(name);
        if (known == null) {
            known = opened("harmless/" + name + ".txt");
            files.put(name, known);
        }
        return known;
    }

    private static String opened(String resource) {
        try (InputStream in = HarmlessRows.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("The list of harmless options is missing: " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1); // every name is plain ASCII
        } catch (IOException e) {
            throw new UncheckedIOException("The list of harmless options cannot be read: " + resource, e);
        }
    }

    /** Every key that a line begins with. */
    Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        for (String line : all().split("\n", -1)) {
            int sign = line.indexOf(" : ");
            boolean said = !line.isEmpty() && !line.startsWith("#");
            if (said && sign < 0) {
                throw new IllegalStateException("Harmless options: expected KEYS : TOKENS, and not " + line);
            }
            if (said) {
                keys.addAll(ProgramRows.names(line.substring(0, sign)));
            }
        }
        return keys;
    }

    /** The lines of all files. */
    String all() {
        if (text != null) {
            return text;
        }
        StringBuilder all = new StringBuilder(file("other"));
        for (int i = 0; i < LETTERS.length(); i++) {
            all.append('\n').append(file(LETTERS.substring(i, i + 1)));
        }
        return all.toString();
    }
}
