package dev.carabiner.guard.program;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table.
 *
 * @param key the program, and its subcommands if it is a row of one
 * @param meanings words such as {@code reads}, and {@code writes=last} as {@code writes} with a value
 * @param options what each option that matters means
 * @param why the reason that a question or a denial gives
 */
record Program(String key, Map<String, String> meanings, Map<String, Kind> options, String why) {

    /** What an option's value is; {@code FLAG} is an option of the harmless ones, and never a row's. */
    enum Kind {
        VALUE('v'),
        WRITTEN('w'),
        READ('r'),
        LINE('x'),
        COMMAND('X'),
        CODE('c'),
        LOADED('p'),
        DIRECTORY('d'),
        INPLACE('i'),
        ASKED('a'),
        DENIED('n'),
        PASSED('h'),
        FLAG('f');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        /** Whether it says nothing by itself. */
        boolean isHarmless() {
            return this == VALUE || this == PASSED || this == FLAG;
        }

        boolean takesValue() {
            return this != INPLACE && this != ASKED && this != DENIED && this != PASSED && this != FLAG;
        }

        static @Nullable Kind of(String key) {
            return switch (key) {
                case "i" -> INPLACE;
                case "askif" -> ASKED;
                case "denyif" -> DENIED;
                case "passif" -> PASSED;
                default -> byLetter(key);
            };
        }

        private static @Nullable Kind byLetter(String key) {
            for (Kind kind : values()) {
                if (key.length() == 1 && kind.letter == key.charAt(0) && kind.takesValue()) {
                    return kind;
                }
            }
            return null;
        }
    }

    boolean is(String meaning) {
        return meanings.containsKey(meaning);
    }

    String special() {
        return meanings.getOrDefault("special", "");
    }

    /** What an option means, however it is cut short; null if it is one that does not matter. */
    @Nullable
    Kind kind(String name) {
        Kind exact = options.get(name);
        if (exact != null || !name.startsWith("--") || name.length() < 4) {
            return exact;
        }
        for (Map.Entry<String, Kind> option : options.entrySet()) {
            boolean matters = option.getValue() != Kind.VALUE && option.getValue() != Kind.PASSED;
            if (matters && option.getKey().startsWith(name)) {
                return option.getValue();
            }
        }
        return null;
    }

    /** The row without anything that matters, for a program whose subcommand is not in the table. */
    static Program unknown(String key) {
        return new Program(key, Map.of("unknown", ""), Map.of(), "");
    }

    Set<String> optionNames() {
        return options.keySet();
    }
}
