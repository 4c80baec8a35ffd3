package dev.carabiner.guard.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Input;
import dev.carabiner.guard.line.ShellCommand;
import dev.carabiner.guard.program.Effects.Weight;
import dev.carabiner.guard.program.Program.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row of the table is called once as it says, and once with each option that matters. */
class ProgramRowsTest {

    private static final Map<String, Program> ROWS = all();

    private static Map<String, Program> all() {
        ProgramRows rows = ProgramRows.standard();
        Map<String, Program> all = new TreeMap<>();
        rows.keys().forEach(key -> all.put(key, Objects.requireNonNull(rows.get(key))));
        return all;
    }

    static Stream<String> rows() {
        return ROWS.keySet().stream();
    }

    /** Rows whose words have a grammar of their own have lines of their own; the others mean what they say. */
    static Stream<String> plainRows() {
        return ROWS.entrySet().stream()
                .filter(it -> it.getValue().special().isEmpty())
                .map(Map.Entry::getKey);
    }

    @ParameterizedTest
    @MethodSource("plainRows")
    void a_row_means_what_it_says(String key) {
        Program row = Objects.requireNonNull(ROWS.get(key));
        Effects effects = effects(key, "one", "two");
        row.meanings()
                .keySet()
                .forEach(meaning -> assertThat(holds(meaning, row, effects))
                        .as("%s of %s", meaning, key)
                        .isTrue());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void an_option_that_matters_is_seen(String key) {
        Program row = Objects.requireNonNull(ROWS.get(key));
        row.options().forEach((option, kind) -> {
            if (!option.startsWith("-") || row.is("deny")) {
                return;
            }
            List<String> words = new ArrayList<>(List.of(option));
            if (kind.takesValue() || kind == Kind.INPLACE) {
                words.add("given");
            }
            Effects effects = effects(key, words.toArray(String[]::new));
            assertThat(isSeen(kind, effects)).as("%s of %s", option, key).isTrue();
        });
    }

    @Test
    void each_row_with_a_grammar_of_its_own_has_a_line() throws IOException {
        Set<String> tried = specialLines().map(SpecialLine::special).collect(Collectors.toSet());
        ROWS.values().stream()
                .map(Program::special)
                .filter(it -> !it.isEmpty())
                .forEach(it -> assertThat(tried).contains(it));
    }

    @ParameterizedTest
    @MethodSource("specialLines")
    void a_row_with_a_grammar_of_its_own_does_what_its_lines_say(SpecialLine line) {
        ROWS.values().stream()
                .filter(it -> it.special().equals(line.special()))
                .forEach(row -> assertThat(line.holds(effects(row.key(), line.words())))
                        .as("%s of %s", line, row.key())
                        .isTrue());
    }

    /** What a row with a class of its own does with these words. */
    record SpecialLine(String special, String[] words, String effect, String word) {

        static SpecialLine of(String line) {
            String[] sides = line.split(" => ", 2);
            String[] call = sides[0].split(" : ", 2);
            String[] effect = (sides[1] + " ").split(" ", 2);
            String words = call[1].strip();
            return new SpecialLine(
                    call[0], words.isEmpty() ? new String[0] : words.split(" ", -1), effect[0], effect[1].strip());
        }

        boolean holds(Effects effects) {
            return switch (effect) {
                case "asks" -> effects.weight().compareTo(Weight.ASKED) >= 0;
                case "denies" -> effects.weight() == Weight.DENIED;
                case "unknown" -> effects.weight().compareTo(Weight.UNKNOWN) >= 0;
                case "input" -> effects.runsInput();
                case "looks" -> effects.looksOnly();
                case "builds" -> effects.builds() && effects.weight() == Weight.KNOWN;
                case "codes" -> !effects.codes().isEmpty();
                case "lines" -> !effects.lines().isEmpty();
                case "sends" -> effects.sends();
                case "reads" -> names(effects.reads());
                case "lists" -> names(effects.lists());
                case "writes" -> names(effects.writes());
                case "scripts" -> names(effects.scripts());
                case "trees" -> names(effects.trees());
                case "runs" ->
                    effects.runs().stream().anyMatch(it -> it.program().equals(word));
                default -> throw new IllegalArgumentException("What is \"" + effect + "\"?");
            };
        }

        private boolean names(List<Arg> words) {
            return words.stream().anyMatch(it -> it.text().equals(word));
        }

        @Override
        public String toString() {
            return special + " : " + String.join(" ", words) + " => " + effect + " " + word;
        }
    }

    static Stream<SpecialLine> specialLines() throws IOException {
        try (InputStream in = ProgramRowsTest.class.getResourceAsStream("special-rows.txt")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(it -> !it.isBlank() && !it.startsWith("#"))
                    .map(SpecialLine::of);
        }
    }

    private static boolean isSeen(Kind kind, Effects effects) {
        return switch (kind) {
            case VALUE, FLAG -> true;
            case WRITTEN, DIRECTORY, INPLACE -> has(effects.writes());
            case READ -> has(effects.reads());
            case LINE -> has(effects.lines()) && effects.weight().compareTo(Weight.ASKED) >= 0;
            case COMMAND -> effects.runs().stream().anyMatch(it -> it.program().equals("given"));
            case CODE -> has(effects.codes());
            case LOADED -> has(effects.scripts());
            case ASKED -> effects.weight().compareTo(Weight.ASKED) >= 0;
            case DENIED -> effects.weight() == Weight.DENIED;
            case PASSED -> effects.looksOnly() && effects.weight() == Weight.KNOWN;
        };
    }

    private static boolean has(List<Arg> words) {
        return words.stream().anyMatch(it -> it.text().equals("given"));
    }

    private static boolean holds(String meaning, Program row, Effects effects) {
        return switch (meaning) {
            case "reads" -> !effects.reads().isEmpty();
            case "lists" -> !effects.lists().isEmpty();
            case "words", "nothing" ->
                effects.reads().isEmpty() && effects.writes().isEmpty();
            case "writes", "copies" -> !effects.writes().isEmpty();
            case "moves" -> !effects.moved().isEmpty();
            case "deletes" -> effects.writes().size() == 2;
            case "builds" -> effects.builds();
            case "script" -> effects.runsOther();
            case "launch" -> !effects.runs().isEmpty();
            case "text" -> !effects.lines().isEmpty();
            case "code" -> !effects.codes().isEmpty();
            case "net" -> effects.usesNetwork();
            case "sends" -> effects.sends();
            case "host" -> effects.needsHost();
            case "ask" ->
                effects.weight().compareTo(Weight.ASKED) >= 0 && !effects.why().isEmpty();
            case "deny" -> effects.weight() == Weight.DENIED && !row.why().isEmpty();
            case "unknown" -> effects.weight().compareTo(Weight.UNKNOWN) >= 0;
            default -> true; // how words are told apart
        };
    }

    private static Effects effects(String key, String... words) {
        List<Arg> argv = new ArrayList<>();
        Stream.concat(Stream.of(key.split(" ", -1)), Stream.of(words)).forEach(it -> argv.add(Arg.of(it)));
        ShellCommand command =
                new ShellCommand(argv, List.of(), List.of(), List.of(), new Input.Inherited(), Set.of(""));
        return ProgramTable.standard().effects(command);
    }
}
