package dev.carabiner.guard.line;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Expressions of numbers. The shell calculates the texts of their variables too, and runs what is substituted in an index
 * there: so a text that is not known and may come from elsewhere is a doubt.
 */
final class Calculator {

    private static final Pattern ASSIGNED =
            Pattern.compile("\\s*(?:\\[[^]]*]\\s*)?(?:\\+\\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Set<String> COMPARES = Set.of("-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v");

    private final Walk walk;
    private final Expander expander;

    Calculator(Walk walk, Expander expander) {
        this.walk = walk;
        this.expander = expander;
    }

    /** Of {@code [[ … ]]}: numbers are calculated in it, and a name with an index is evaluated. */
    void test(List<Word> words, State state) {
        boolean compares = words.stream().anyMatch(it -> COMPARES.contains(String.valueOf(it.bare())));
        for (Word word : words) {
            if (compares) {
                calculate(word, state);
                continue;
            }
            for (Arg value : expander.value(word, state)) {
                if (value.text().indexOf('[') >= 0 && hidesCommand(value.text()) && !word.hasQuotes()) {
                    walk.doubt("an index in a test is evaluated");
                }
            }
        }
    }

    /** Runs what is substituted in an expression; what its variables hold is calculated too, so that must be a number. */
    void calculate(Word expression, State state) {
        for (Arg value : expander.value(expression, state)) {
            if (Holes.has(value.text(), Holes.ANY) && !value.sources().isEmpty()) {
                walk.doubt("what a program prints is calculated");
            }
            calculated(value.text(), state);
        }
        for (Part part : expression.parts()) {
            if (part instanceof Part.Parameter parameter) {
                Value value = state.variable(parameter.name());
                if (value != null && mayComeFromElsewhere(value)) {
                    walk.doubt("the text of a variable is calculated");
                }
            }
            if (!(part instanceof Part.Text)) {
                walk.printing().fail();
            }
        }
    }

    /** The same for a text that is known. */
    void calculated(String text, State state) {
        if (hidesCommand(text)) {
            walk.doubt("an index in an expression is evaluated");
        }
        Matcher names = NAME.matcher(text);
        while (names.find()) {
            Value value = state.variable(names.group());
            if (value != null && (mayComeFromElsewhere(value) || hasIndex(value))) {
                walk.doubt("the text of a variable is calculated");
            }
            if (value == null || !isNumber(value)) {
                walk.printing().fail();
            }
            if (isAssigned(text, names.start(), names.end())) {
                state.set(names.group(), value == null || isNumber(value) ? Value.SAFE : value.or(Value.SAFE));
            }
        }
    }

    private static boolean mayComeFromElsewhere(Value value) {
        return value.texts().stream().anyMatch(it -> Holes.has(it, Holes.ANY));
    }

    private static boolean hasIndex(Value value) {
        return value.texts().stream().anyMatch(it -> it.indexOf('[') >= 0);
    }

    private static boolean hidesCommand(String text) {
        return text.contains("$(") || text.indexOf('`') >= 0 || text.contains("${");
    }

    private static boolean isNumber(Value value) {
        return value.texts().stream().allMatch(text -> Regex.fits(text, "-?\\d*") || text.equals(Value.SAFE_TEXT));
    }

    private static boolean isAssigned(String text, int start, int end) {
        Matcher assigned = ASSIGNED.matcher(text).region(end, text.length());
        boolean changedBefore = start > 1 && Regex.fits(text.substring(0, start), "(?s).*(\\+\\+|--)\\s*");
        return changedBefore || assigned.lookingAt();
    }
}
