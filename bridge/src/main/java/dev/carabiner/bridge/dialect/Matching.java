package dev.carabiner.bridge.dialect;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** How an agent compares a matcher with a tool's name, or with what else an event matches on. */
public enum Matching {

    /** Letters, digits, {@code _ - , |} and spaces are a list of names; anything else is searched for as an expression. */
    LIST_OR_SEARCH("[\\w\\-\\s,|]*", "[,|]"),
    /** Letters, digits, {@code _} and {@code |} are a list of names; anything else is searched for. */
    NARROW_LIST_OR_SEARCH("[\\w|]*", "\\|"),
    /** An expression that is searched for. */
    SEARCH("", ""),
    /** An expression that must match as a whole. */
    WHOLE("", ""),
    /** Matchers are not looked at. */
    NONE("", "");

    /** More steps than any expression needs that was written for names and commands. */
    private static final int MOST_STEPS = 2_000_000;

    private final Pattern list;
    private final String separator;

    Matching(String list, String separator) {
        this.list = Pattern.compile(list);
        this.separator = separator;
    }

    /**
     * What a matcher matches.
     *
     * @throws IllegalArgumentException if it is no expression
     */
    public Predicate<String> of(String matcher) {
        if (this == NONE || matcher.isBlank() || matcher.equals("*")) {
            return any -> true;
        }
        if (!separator.isEmpty() && list.matcher(matcher).matches()) {
            return name -> Arrays.stream(matcher.split(separator, -1))
                    .anyMatch(it -> it.strip().equals(name));
        }
        Pattern pattern = pattern(matcher);
        return this == WHOLE
                ? text ->
                        pattern.matcher(new Bounded(text, new AtomicInteger())).matches()
                : text ->
                        pattern.matcher(new Bounded(text, new AtomicInteger())).find();
    }

    private static Pattern pattern(String matcher) {
        try {
            return Pattern.compile(matcher);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "the matcher \"" + matcher + "\" is no regular expression: " + e.getDescription(), e);
        }
    }

    /** A text that can be looked at only so often: an expression that backtracks for ever ends as a failure. */
    private record Bounded(CharSequence text, AtomicInteger looks) implements CharSequence {

        @Override
        public char charAt(int index) {
            if (looks.incrementAndGet() > MOST_STEPS) {
                throw new IllegalStateException("The matcher takes too long");
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Bounded(text.subSequence(start, end), looks);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
