package dev.carabiner.cli.audit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A command line taken apart: options with a value, flags without, and the rest. What is not known is refused. */
final class Arguments {

    private final List<String> positional = new ArrayList<>();
    private final Map<String, List<String>> options = new HashMap<>();

    private Arguments() {}

    static Arguments parse(List<String> words, Set<String> withValue, Set<String> flags) {
        Arguments arguments = new Arguments();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (flags.contains(word)) {
                arguments.add(word, "");
            } else if (withValue.contains(word)) {
                if (++i == words.size()) {
                    throw new UsageException(word + " needs a value");
                }
                arguments.add(word, words.get(i));
            } else if (word.startsWith("-")) {
                throw new UsageException("There is no option " + word + " here");
            } else {
                arguments.positional.add(word);
            }
        }
        return arguments;
    }

    private void add(String option, String value) {
        options.computeIfAbsent(option, key -> new ArrayList<>()).add(value);
    }

    /** The words that are no options, of which there must be so many. */
    List<String> positional(int count, String what) {
        if (positional.size() != count) {
            throw new UsageException("Expected " + what);
        }
        return positional;
    }

    /** As above, where some may be left out. */
    List<String> positional(int least, int most, String what) {
        if (positional.size() < least || positional.size() > most) {
            throw new UsageException("Expected " + what);
        }
        return positional;
    }

    /** The first of those words, as the directory it names. An empty name would be that of the working directory. */
    static Path directory(List<String> words) {
        if (words.getFirst().isEmpty()) {
            throw new UsageException("The directory of a log has an empty name");
        }
        return Path.of(words.getFirst());
    }

    static long recordNumber(String word) {
        if (!word.matches("[0-9]{1,18}")) {
            throw new UsageException("'" + word + "' is not the number of a record");
        }
        return Long.parseLong(word);
    }

    boolean has(String flag) {
        return options.containsKey(flag);
    }

    @Nullable
    String value(String option) {
        List<String> values = values(option);
        if (values.size() > 1) {
            throw new UsageException(option + " is given twice");
        }
        return values.isEmpty() ? null : values.getFirst();
    }

    List<String> values(String option) {
        return options.getOrDefault(option, List.of());
    }
}
