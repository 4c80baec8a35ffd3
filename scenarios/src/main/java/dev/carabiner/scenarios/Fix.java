package dev.carabiner.scenarios;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A change of a scenario's file that makes it expect what was. */
public sealed interface Fix {

    /** Where the value or the line stands that is changed. */
    Mark at();

    /** What is done there, in a few words. */
    String inWords();

    /** The same without a text that is another one each time. */
    Fix without(String passing);

    /** Another value in the place of what stands there. */
    record Value(Mark at, @Nullable Object value) implements Fix {

        @Override
        public String inWords() {
            return yaml();
        }

        /** What is written. A value that is not there is written as the word for it. */
        String yaml() {
            return FlowYaml.of(value == null ? Map.of("absent", true) : value);
        }

        @Override
        public Fix without(String passing) {
            return new Value(at, stable(value, passing));
        }

        /** A text that holds the passing one becomes the longest piece beside it. */
        private static @Nullable Object stable(@Nullable Object value, String passing) {
            return switch (value) {
                case String text when text.contains(passing) -> Map.of("contains", longest(text, passing));
                case List<?> list -> {
                    List<@Nullable Object> all = new ArrayList<>();
                    list.forEach(item -> all.add(stable(item, passing)));
                    yield all;
                }
                case Map<?, ?> map -> {
                    Map<Object, @Nullable Object> all = new LinkedHashMap<>();
                    map.forEach((key, item) -> all.put(key, stable(item, passing)));
                    yield all;
                }
                case null, default -> value;
            };
        }

        private static String longest(String text, String passing) {
            String longest = "";
            for (int from = 0, to; from <= text.length(); from = to + passing.length()) {
                int found = text.indexOf(passing, from);
                to = found < 0 ? text.length() : found;
                longest = to - from > longest.length() ? text.substring(from, to) : longest;
            }
            return longest;
        }
    }

    /** A line of a matrix goes to the group that it belongs to. */
    record Move(Mark at, String command, String from, String to) implements Fix {

        @Override
        public String inWords() {
            return FlowYaml.of(command) + " from " + from + " to " + to;
        }

        @Override
        public Fix without(String passing) {
            return this;
        }
    }

    /** Puts this value in the place of the one at the mark. */
    static Fix to(Mark at, @Nullable Object actual) {
        return new Value(at, actual);
    }
}
