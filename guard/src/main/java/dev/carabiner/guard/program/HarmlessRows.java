package dev.carabiner.guard.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The options that do no harm, by the keys of the table. The file is opened when the first option is met that no row gives
 * a meaning, and a line of it is taken apart when its program is. Any thread may ask.
 */
final class HarmlessRows {

    private static final String RESOURCE = "harmless-options.txt";

    private final Map<String, String> lines = new HashMap<>();
    private final Map<String, HarmlessOptions> read = new ConcurrentHashMap<>();

    private static final class Standard {
        static final HarmlessRows ROWS = new HarmlessRows(text());
    }

    HarmlessRows(String text) {
        int number = 0;
        int end;
        for (int begin = 0; begin < text.length(); begin = end + 1) {
            number++;
            end = text.indexOf('\n', begin);
            end = end < 0 ? text.length() : end;
            if (end == begin || text.charAt(begin) == '#') {
                continue;
            }
            int sign = text.indexOf(" : ", begin);
            if (sign < 0 || sign > end) {
                throw new IllegalStateException(RESOURCE + ":" + number + ": expected KEYS : TOKENS");
            }
            String tokens = text.substring(sign + 3, end);
            for (String key : ProgramRows.names(text.substring(begin, sign))) {
                lines.merge(key, tokens, (one, other) -> one + " " + other);
            }
        }
    }

    /** The file that comes with this module. */
    static HarmlessRows standard() {
        return Standard.ROWS;
    }

    private static String text() {
        try (InputStream in = HarmlessRows.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("The list of options is missing: " + RESOURCE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("The list of options cannot be read", e);
        }
    }

    Set<String> keys() {
        return lines.keySet();
    }

    /** What the file says of a program or of a subcommand, for which its program's lines hold, too. */
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
        String line = lines.getOrDefault(key, "");
        if (within.contains(key)) {
            throw new IllegalStateException(RESOURCE + ": " + key + " includes itself");
        }
        within.add(key);
        for (String token : tokens(line)) {
            if (token.startsWith("@")) {
                HarmlessOptions other = new HarmlessOptions();
                add(token.substring(1), other, within);
                options.addAll(other);
            } else {
                options.add(token);
            }
        }
        within.remove(key);
    }

    /** What a key's own line says. */
    List<String> tokensOf(String key) {
        return tokens(lines.getOrDefault(key, ""));
    }

    /** Between blanks; {@code @git log} is one. */
    private static List<String> tokens(String line) {
        List<String> tokens = new ArrayList<>();
        for (String word : ProgramRows.words(line)) {
            boolean continued = "-@*+".indexOf(word.charAt(0)) < 0
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
}
